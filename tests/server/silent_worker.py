"""A process that says that it is ready, and nothing more."""

import sys
import time

from passgo.server import pipes

if __name__ == "__main__":
    pipes.write(sys.stdout.buffer, pipes.READY)
    time.sleep(3600)
