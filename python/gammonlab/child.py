"""Child processes of the program, and the errors that they end with."""
from __future__ import annotations

import concurrent.futures
import itertools
import json
import os
import shutil
import struct
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any, Dict, Optional, Sequence

import numpy as np


class ProgramError(RuntimeError):
    """An error of the program, in its words."""


def find_program(program: Optional[str] = None) -> str:
    """Returns the path of the program: the given one, that of $GAMMONLAB, that of the wheel, or
    the one on the PATH."""
    inside = Path(__file__).parent / "bin" / ("gammonlab.exe" if os.name == "nt" else "gammonlab")
    found = program or os.environ.get("GAMMONLAB") or (str(inside) if inside.exists() else shutil.which("gammonlab"))
    if not found:
        raise FileNotFoundError("no program gammonlab: install a wheel, set $GAMMONLAB, or put it on the PATH")
    return found


class Child:
    """A child process with pipes. It ends with its input; Ctrl-C in a terminal does not reach it."""

    def __init__(self, words: Sequence[str]):
        self.errors = tempfile.TemporaryFile()
        apart: Dict[str, Any] = {"start_new_session": True}
        if os.name == "nt":
            apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}  # type: ignore[attr-defined]
        self.process = subprocess.Popen(
            list(words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, **apart)
        self.lock = threading.Lock()
        self.dead = False

    def end(self, patience: float = 2) -> None:
        """Ends the process, which has some seconds to end by itself."""
        self.dead = True
        try:
            self.process.stdin.close()
        except OSError:
            pass  # it ended before it read everything
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def fault(self) -> ProgramError:
        """Ends the process and returns why it failed: what it wrote to standard error."""
        self.end()
        self.errors.seek(0)
        text = self.errors.read().decode(errors="replace").strip()
        return ProgramError(text or f"gammonlab has ended with exit code {self.process.returncode}")

    def close(self) -> None:
        """Ends the process and closes all files."""
        self.end()
        self.process.stdout.close()
        self.errors.close()


class Frames(Child):
    """A child that answers frames of rows by the evaluator protocol."""

    def __init__(self, words: Sequence[str]):
        super().__init__(words)
        line = self.process.stdout.readline()
        if not line:
            raise self.fault()
        self.hello = json.loads(line)

    def ask(self, rows: np.ndarray) -> np.ndarray:
        """Returns a row of answers for each row of an array."""
        width, batch = len(self.hello["outputs"]), self.hello["batch"]
        out = np.empty((len(rows), width), "<f4")
        with self.lock:
            if self.dead:
                raise ProgramError("gammonlab has ended")
            try:
                for at in range(0, len(rows), batch):
                    part, to = rows[at:at + batch], out[at:at + batch]
                    self.process.stdin.write(struct.pack("<I", len(part)) + part.tobytes())
                    self.process.stdin.flush()
                    self._read(4)
                    to[:] = np.frombuffer(self._read(to.nbytes), "<f4").reshape(to.shape)
            except OSError:
                raise self.fault() from None
            except BaseException:  # also Ctrl-C: an answer is on its way that nobody reads
                self.process.kill()
                self.end()
                raise
        return out

    def close(self) -> None:
        with self.lock:
            super().close()

    def _read(self, size: int) -> bytes:
        data = self.process.stdout.read(size)
        if len(data) < size:
            raise OSError("the input ended")
        return data


class Tools(Child):
    """A child that answers calls of tools by the Model Context Protocol, several at a time."""

    def __init__(self, words: Sequence[str]):
        super().__init__(words)
        self.numbers = itertools.count()
        self.waiting: Dict[int, concurrent.futures.Future] = {}
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        self._ask("initialize", {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "python", "version": "1"}})
        self._send({"method": "notifications/initialized"})

    def call(self, tool: str, arguments: Dict[str, Any]) -> Any:
        """Returns the answer of a tool."""
        answer = self._ask("tools/call", {"name": tool, "arguments": arguments})
        if answer.get("isError"):
            raise ProgramError(answer["content"][0]["text"])
        return answer.get("structuredContent", answer["content"][0]["text"])

    def close(self) -> None:
        self.end()
        self.reader.join()
        super().close()

    def _ask(self, method: str, params: Dict[str, Any]) -> Any:
        number, answer = next(self.numbers), concurrent.futures.Future()
        self.waiting[number] = answer
        try:
            if self.dead:
                raise ProgramError("gammonlab has ended")
            self._send({"id": number, "method": method, "params": params})
            return answer.result()
        except OSError:
            raise self.fault() from None
        except KeyboardInterrupt:
            self._send({"method": "notifications/cancelled", "params": {"requestId": number}})
            raise
        finally:
            del self.waiting[number]

    def _send(self, message: Dict[str, Any]) -> None:
        with self.lock:
            try:
                self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
                self.process.stdin.flush()
            except BaseException:  # also Ctrl-C: a part of the message is on its way
                self.process.kill()
                raise

    def _read(self) -> None:
        """Hands the answers to those who wait, until the process ends."""
        part = b""
        while data := os.read(self.process.stdout.fileno(), 1 << 20):  # holds no lock, which a fork would inherit
            *lines, part = (part + data).split(b"\n")
            for line in lines:
                self._hand(json.loads(line))
        self.end()
        for answer in list(self.waiting.values()):
            if not answer.done():
                answer.set_exception(self.fault())

    def _hand(self, message: Dict[str, Any]) -> None:
        answer = self.waiting.get(message.get("id"))
        if answer is None:
            return  # a notification, or nobody waits any more
        if "error" in message:
            answer.set_exception(ProgramError(message["error"]["message"]))
        else:
            answer.set_result(message["result"])
