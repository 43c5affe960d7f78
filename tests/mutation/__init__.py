"""Mutation testing of the rules: a small mistake is made in one rule, and some test must notice it.

`make mutants` makes every mistake that `operators.py` knows in every rule file, one at a time, and runs the tests that
execute the changed statement until one fails. A mistake that nothing notices is a survivor: either a test is missing,
or the change alters nothing that anybody could see, which `survivors.toml` then says.
"""
