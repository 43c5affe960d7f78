"""A wire between a browser and the server that a test can cut and mend. Chromium's own switch leaves sockets open."""

import contextlib
import socket
import threading


class Wire:
    """Passes on what either side says, until it is cut."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._pairs: list[socket.socket] = []
        self._whole = True
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if not self._whole:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self._to))
            self._pairs += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while said := one.recv(65536):
                other.sendall(said)
        self._end([one, other])

    def _end(self, sockets: list[socket.socket]) -> None:
        for one in sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def cut(self) -> None:
        """Nothing gets through any more."""
        self._whole = False
        self._end(self._pairs)
        self._pairs = []

    def mend(self) -> None:
        """New connections get through again."""
        self._whole = True

    def close(self) -> None:
        """Take it away."""
        self.cut()
        self._listener.close()
