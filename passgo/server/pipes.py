"""Messages between the server and the processes that work for it: on pipes, each behind its length.

The first halves of the functions run in such a process, `Worker` in the server. They are processes and not threads
because only a process can be ended when it hangs, and because what they do would hold Python's lock.
"""

import asyncio
import os
import struct
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import BinaryIO

import msgspec

from passgo.editions import sources
from passgo.machine.decorators import compile_all
from passgo.machine.entries import meanwhile

LENGTH = struct.Struct("<I")
WATCH_SECONDS = 1.0
STARTING_SECONDS = 120.0
"""A first start may have to compile the rules."""
READY = b"\x00"


# In the process


def read(stream: BinaryIO) -> bytes | None:
    """The next message, or None at the end."""
    head = stream.read(LENGTH.size)
    return stream.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else None


def write(stream: BinaryIO, message: bytes) -> None:
    """Send a message."""
    stream.write(LENGTH.pack(len(message)) + message)
    stream.flush()


def watch_parent() -> None:
    """End this process when the server ends, even if its work hangs and never reads its input again."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    os._exit(1)


def work(answer: Callable[[bytes, Callable[[bytes], None]], bytes], niceness: int) -> None:
    """Answer questions until the input ends. `answer` may send something before the answer itself."""
    os.nice(niceness)
    threading.Thread(target=watch_parent, daemon=True).start()
    if not meanwhile.is_plain:
        compile_all()  # from the cache on disk, if the rules were compiled before
    out = sys.stdout.buffer

    def send(message: bytes) -> None:
        write(out, message)

    send(READY)
    if (first := read(sys.stdin.buffer)) is not None:  # the editions that the host added
        hosts_own = msgspec.msgpack.decode(first, type=list[sources.Sources])
        sources.added.update({edition.key: edition for edition in hosts_own})
    while (question := read(sys.stdin.buffer)) is not None:
        send(answer(question, send))


# In the server


class Worker:
    """One process that works for the server."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, command: Sequence[str]) -> "Worker":
        """Start a process and wait until it is ready."""
        pipe = asyncio.subprocess.PIPE
        worker = cls(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe))
        try:
            async with asyncio.timeout(STARTING_SECONDS):
                await worker.hear()
                await worker.tell(msgspec.msgpack.encode(list(sources.added.values())))
        except BaseException:
            await worker.end()
            raise
        return worker

    async def ask(self, question: bytes) -> bytes:
        """The answer to a question."""
        await self.tell(question)
        return await self.hear()

    async def tell(self, message: bytes) -> None:
        """Send a message."""
        assert self._process.stdin is not None
        self._process.stdin.write(LENGTH.pack(len(message)) + message)
        await self._process.stdin.drain()

    async def hear(self) -> bytes:
        """The next message of the process."""
        assert self._process.stdout is not None
        length = LENGTH.unpack(await self._process.stdout.readexactly(LENGTH.size))[0]
        return await self._process.stdout.readexactly(length)

    async def end(self) -> None:
        """End the process, whatever it does."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
