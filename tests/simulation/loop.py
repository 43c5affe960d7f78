"""Event loops on a clock that only the world moves: each process of the simulation has one of its own.

A loop does nothing by itself. The world steps the loop that has something to do next, and when none has, it moves the
clock. So a killed process is a loop that is never stepped again: not even its `finally` clauses run. A paused one is a
loop that is stepped later. Handles of the same moment run in the order in which they were made, so that a run depends
on its seed and on nothing else.
"""

import asyncio
import heapq
import itertools
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any

NEVER = float("inf")


class StandsStill(AssertionError):
    """Nobody has anything left to do, though somebody still waits."""


class World:
    """The clock and the loops."""

    def __init__(self) -> None:
        self.now = 0.0
        """Seconds since the world began."""
        self.loops: list[Loop] = []
        self.dead: list[Loop] = []
        self.outside = Loop(self)
        """The loop of everything that is no server process: players, network, disk."""

    def run(self, until: Callable[[], bool], latest: float = NEVER) -> bool:
        """Step the loops until something is true; False if it is not by the latest moment."""
        while not until():
            next_loop, moment = None, NEVER
            for loop in self.loops:
                own = loop.next_moment()
                if own < moment:
                    next_loop, moment = loop, own
            if next_loop is None:
                raise StandsStill("nobody has anything left to do")
            if moment > latest:
                self.now = latest
                return False
            if moment > self.now:
                self.now = moment
            next_loop.step()
        return True

    def end(self) -> None:
        """Kill what still lives, and tidy up."""
        for loop in list(self.loops):
            loop.kill()
        for loop in self.dead:
            loop.clear_up()

    def wait_for(self, coroutine: Coroutine[Any, Any, Any], loop: "Loop | None" = None, latest: float = NEVER) -> Any:
        """Run a coroutine to its end, in the loop outside if no other is named; its result."""
        task = (loop or self.outside).create_task(coroutine)
        if not self.run(task.done, latest):
            raise StandsStill("it took too long")
        return task.result()


AnyLoop: Any = asyncio.AbstractEventLoop
"""Of its many methods a server without real files and sockets needs few."""


class Loop(AnyLoop):  # type: ignore[misc]
    """The event loop of one process."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._ready: deque[Any] = deque()
        self._timers: list[tuple[float, int, Any]] = []
        self._count = itertools.count()
        self._tasks: dict[asyncio.Task[Any], None] = {}
        """All that are not done: without them a killed process would be tidied up by the garbage collector."""
        self.killed = False
        self.paused_until = 0.0
        world.loops.append(self)

    def next_moment(self) -> float:
        """When the loop has something to do next."""
        timers = self._timers
        if self._ready:
            moment = self._world.now
        else:
            while timers and timers[0][2]._cancelled:
                heapq.heappop(timers)
            if not timers:
                return NEVER
            moment = timers[0][0]
        return moment if moment > self.paused_until else self.paused_until

    def step(self, clearing: bool = False) -> None:
        """Do what is to be done now, but not what that leads to."""
        now, ready, timers = self._world.now, self._ready, self._timers
        while timers and timers[0][0] <= now:
            ready.append(heapq.heappop(timers)[2])
        asyncio._set_running_loop(self)
        try:
            for _ in range(len(ready)):
                if not clearing and (self.killed or self.paused_until > now):
                    break
                handle = ready.popleft()
                if not handle._cancelled:
                    handle._context.run(handle._callback, *handle._args)
        finally:
            asyncio._set_running_loop(None)

    def kill(self) -> None:
        """End the process, as a kill that cannot be caught does."""
        if not self.killed:
            self.killed = True
            self._world.loops.remove(self)
            self._world.dead.append(self)

    def clear_up(self) -> None:
        """Tidy up after a killed loop. What its tasks still try to do must be harmless by now."""
        for _ in range(100):
            if not self._tasks:
                break
            for task in list(self._tasks):
                task.cancel()
            self._timers.clear()
            self.step(clearing=True)
        self._ready.clear()
        self._timers.clear()

    # What asyncio asks of a loop

    def time(self) -> float:
        """The world's time: a steady clock."""
        return self._world.now

    def call_soon(self, callback: Callable[..., Any], *args: Any, context: Context | None = None) -> asyncio.Handle:
        """Call something in the next step."""
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_soon_threadsafe(self, callback: Any, *args: Any, context: Context | None = None) -> asyncio.Handle:
        """There are no threads."""
        return self.call_soon(callback, *args, context=context)

    def call_later(
        self, delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Call something in so many seconds."""
        return self.call_at(self._world.now + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Call something at a moment."""
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, next(self._count), handle))
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """It is left out when its time comes."""

    def create_future(self) -> asyncio.Future[Any]:
        """A future of this loop."""
        return asyncio.Future(loop=self)

    def create_task(
        self, coro: Any, *, name: str | None = None, context: Context | None = None, **more: Any
    ) -> asyncio.Task[Any]:
        """A task of this process."""
        task: asyncio.Task[Any] = asyncio.Task(coro, loop=self, name=name, context=context)
        self._tasks[task] = None
        task.add_done_callback(self._tasks.pop)
        return task

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """Do at once what real servers do in a thread."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as problem:
            future.set_exception(problem)
        return future

    def get_debug(self) -> bool:
        """Nothing is watched."""
        return False

    def is_running(self) -> bool:
        """It always counts as running."""
        return True

    def is_closed(self) -> bool:
        """It is never closed."""
        return False

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Complaints come when the garbage collector finds something, so they depend on more than the seed."""
