"""`python -m passgo` is the `passgo` command."""

from passgo.cli import main

if __name__ == "__main__":
    main()
