"""Python functions as evaluators of the program."""
from __future__ import annotations

import json
import os
import struct
from typing import Callable, Optional, Sequence

import numpy as np

from .child import Frames, find_program
from .engine import OUTPUTS


def serve(fn: Callable[[np.ndarray], np.ndarray], inputs: str = "position", *, name: str = "python",
          digest: str = "", batch: int = 4096, outputs: Sequence[str] = OUTPUTS,
          variant: str = "backgammon", width: Optional[int] = None) -> None:
    """Answers gammonlab with a function, until the input ends.

    A script that ends with this call is a model: `--model "evaluator:python3 script.py"`.

    Args:
        fn: takes positions, uint8 of shape (n, 2, 26), or inputs of a feature set, float32 of
            shape (n, inputs); returns n rows of five probabilities.
        inputs: "position", or a feature set of `gammonlab features list`.
        digest: a text that changes with everything that the answers depend on, such as the SHA-256
            sum of the weights. Without one, the program refuses work that is kept in files.
        batch: most rows of a call.
        outputs: order of the columns that fn returns.
        width: number of inputs of the feature set; the program tells it if None.

    What fn prints goes to standard error.

    Example:
        net = torch.jit.load("net.pt")
        serve(lambda x: net(torch.from_numpy(x)).numpy(), "gnubg-contact250", digest="3")
    """
    stdin, stdout = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if inputs == "position":
        dtype, shape = "u1", (2, 26)
    else:
        dtype, shape = "<f4", (width or _inputs(inputs),)
    hello = {"evaluator": 1, "name": name, "inputs": inputs, "batch": batch, "outputs": list(outputs)}
    if digest:
        hello["digest"] = digest
    if variant != "backgammon":
        hello["variant"] = variant
    stdout.write(json.dumps(hello).encode() + b"\n")
    stdout.flush()
    size = np.dtype(dtype).itemsize * int(np.prod(shape))
    while len(head := stdin.read(4)) == 4:
        n = struct.unpack("<I", head)[0]
        rows = np.frombuffer(stdin.read(n * size), dtype).reshape(n, *shape)
        answer = np.asarray(fn(rows))
        if answer.shape != (n, len(outputs)):
            raise ValueError(f"the function returns an array of shape {answer.shape}, want {(n, len(outputs))}")
        stdout.write(head + answer.astype("<f4").tobytes())
        stdout.flush()


def _inputs(features: str) -> int:
    """Returns the number of inputs of a feature set."""
    child = Frames([find_program(), "features", "serve", "--features", features])
    child.close()
    return len(child.hello["outputs"])
