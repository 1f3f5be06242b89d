"""Compares learning with PyTorch: the same net learns the same batches by Adam.

    python3 torchbench.py PROGRAM    # the built torchbench; ROUNDS=5 SECONDS=1 THREADS=2

Ours, with two workers, and torch take turns, in wall clock time. Torch gets dense
inputs that lie ready and the fastest of eight forms: two threads or one, eager or
traced, Adam one parameter at a time or by its foreach functions. Weights and
batches come from PROGRAM, so that both losses can be compared step by step. With
THREADS=1 it is one worker against one thread, in processor time.
"""

import ctypes
import functools
import json
import os
import struct
import subprocess
import sys
import tempfile
import time

THREADS = int(os.environ.get("THREADS", 2))
os.environ["OMP_NUM_THREADS"] = str(THREADS)
# Torch's own threads would spin on the cores that OpenBLAS' threads want next.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
import torch  # noqa: E402: reads the variables

CLOCK = time.process_time if THREADS == 1 else time.perf_counter
PAUSE = 0.5  # seconds in which torch's idle threads stop spinning
RATE = 1e-3
OUTPUTS = 5
CASES = [  # feature set, hidden units, activation, batch, precision
    ("gnubg-contact250", "128", "sigmoid", 128, "float32"),
    ("gnubg-contact250", "128", "sigmoid", 1024, "float32"),
    ("perspective196", "512-512-256", "relu", 128, "float32"),
    ("perspective196", "512-512-256", "relu", 1024, "float32"),
    ("gnubg-contact250", "896-192-32", "relu", 256, "bf16"),
    ("gnubg-contact250", "896-192-32", "relu", 1024, "bf16"),
    ("gnubg-contact250", "2688-576-96", "relu", 256, "bf16"),
    ("gnubg-contact250", "2688-576-96", "relu", 1024, "bf16"),
]
FORMS = [  # threads, traced, foreach
    (threads, traced, foreach)
    for threads in sorted({THREADS, 1})
    for traced in (False, True)
    for foreach in (False, True)
]


def load(path):
    """Returns the tensors of a safetensors file."""
    with open(path, "rb") as f:
        data = f.read()
    (size,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + size])
    header.pop("__metadata__", None)
    tensors = {}
    for name, entry in header.items():
        begin, end = (8 + size + at for at in entry["data_offsets"])
        values = torch.frombuffer(bytearray(data[begin:end]), dtype=torch.float32)
        tensors[name] = values.reshape(entry["shape"])
    return tensors


class Torch:
    """Torch's side: one net in one form, with its optimizer."""

    def __init__(self, tensors, activation, precision, threads, traced, foreach):
        self.threads = threads
        self.autocast = precision == "bf16"  # weights and Adam stay in float32
        self.batches = []
        while f"inputs{len(self.batches)}" in tensors:
            i = len(self.batches)
            self.batches.append((tensors[f"inputs{i}"], tensors[f"targets{i}"]))
        layers = []
        while f"all.layer{len(layers)}.weight" in tensors:
            weight = tensors[f"all.layer{len(layers)}.weight"]
            layer = torch.nn.Linear(weight.shape[1], weight.shape[0])
            with torch.no_grad():
                layer.weight.copy_(weight)
                layer.bias.copy_(tensors[f"all.layer{len(layers)}.bias"])
            layers.append(layer)
        between = {"sigmoid": torch.nn.Sigmoid, "relu": torch.nn.ReLU}[activation]
        modules = [layers[0]]
        for layer in layers[1:]:
            modules += [between(), layer]
        self.net = torch.nn.Sequential(*modules)
        if traced:
            with torch.autocast("cpu", torch.bfloat16, enabled=self.autocast, cache_enabled=False):
                self.net = torch.jit.trace(self.net, self.batches[0][0])
        self.adam = torch.optim.Adam(self.net.parameters(), lr=RATE, foreach=foreach)
        # Of the sums, not the answers, and the sum over the outputs.
        self.loss = torch.nn.BCEWithLogitsLoss()

    def step(self, i):
        x, t = self.batches[i % len(self.batches)]
        self.adam.zero_grad(set_to_none=True)
        with torch.autocast("cpu", torch.bfloat16, enabled=self.autocast):
            sums = self.net(x)
        loss = self.loss(sums.float(), t) * OUTPUTS
        loss.backward()
        self.adam.step()
        return loss

    def time(self, seconds):
        """Returns positions a second."""
        set_threads(self.threads)
        for i in range(3):
            self.step(i)
        begin, steps, spent = CLOCK(), 0, 0.0
        while spent < seconds:
            self.step(steps)
            steps += 1
            spent = CLOCK() - begin
        set_threads(THREADS)
        return steps * len(self.batches[0][0]) / spent


class Ours:
    """The program, which obeys lines."""

    def __init__(self, program, path, case):
        words = [program, path] + [str(word) for word in case] + [str(THREADS)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.read()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit("torchbench.py: our side ended early")
        return json.loads(line)

    def ask(self, word, number):
        self.process.stdin.write(f"{word} {number}\n")
        self.process.stdin.flush()
        return self.read()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


@functools.cache
def blas_files():
    """Returns the libraries of a BLAS that are loaded."""
    with open("/proc/self/maps") as maps:
        return sorted({line.split()[-1] for line in maps if "blas" in line.lower()})


def blas():
    """Says which BLAS torch multiplies with, which Debian leaves open."""
    for path in blas_files():
        try:
            config = ctypes.CDLL(path).openblas_get_config
        except AttributeError:
            continue
        config.restype = ctypes.c_char_p
        return f"{config().decode()} ({path})"
    return ", ".join(blas_files()) or "built in"


def median(values):
    return sorted(values)[(len(values) - 1) // 2]


def compare_curves(ours, torch_side, steps=100):
    mine = ours.ask("curve", steps)
    theirs = [torch_side.step(i).item() for i in range(steps)]
    worst = max(abs(a - b) / b for a, b in zip(mine, theirs))
    print(f"  {'step':>6} {'loss, torch':>12} {'loss, ours':>12}")
    for i in (0, 1, 3, 9, 31, steps - 1):
        print(f"  {i:>6} {theirs[i]:>12.7f} {mine[i]:>12.7f}")
    print(f"  largest difference in {steps} steps: {worst:.1e} of the loss")


def compare_products(ours, seconds):
    mine = ours.ask("products", seconds / 3)
    n, width = 1024, 512
    a, b, out = torch.rand(n, width), torch.rand(width, width), torch.empty(n, width)
    theirs, begin = 0.0, time.perf_counter()
    set_threads(1)
    while time.perf_counter() - begin < seconds:
        start = CLOCK()
        torch.mm(a, b, out=out)
        theirs = max(theirs, 2 * n * width * width / (CLOCK() - start) / 1e9)
    set_threads(THREADS)
    print(f"\nproducts of 1024×512×512 on one core, GFLOP/s: torch.mm {theirs:.0f}, ours", end=" ")
    print(", ".join(f"{name} {speed:.0f}" for name, speed in mine.items()))


def set_threads(n):
    """Sets torch's threads and those of OpenBLAS, which torch leaves alone."""
    torch.set_num_threads(n)
    for path in blas_files():
        try:
            ctypes.CDLL(path).openblas_set_num_threads(n)
        except AttributeError:
            pass


def compare(program, case, path, rounds, seconds):
    """Compares one case and returns its row of the table."""
    ours = Ours(program, path, case)
    tensors = load(path)
    activation, batch, precision = case[2:]
    sizes = [tensors["inputs0"].shape[1]] + case[1].split("-") + [OUTPUTS]
    name = "-".join(map(str, sizes))
    print(f"\n{name} {activation}, batch {batch}, {precision}")
    compare_curves(ours, Torch(tensors, activation, precision, THREADS, False, False))
    sides = {form: Torch(tensors, activation, precision, *form) for form in FORMS}
    found = {form: [] for form in FORMS}
    mine = []
    for _ in range(rounds):
        time.sleep(PAUSE)
        mine.append(ours.ask("time", seconds))
        for form, side in sides.items():
            found[form].append(side.time(seconds / 4))
    best = max(FORMS, key=lambda form: median(found[form]))
    if case == CASES[-1]:
        compare_products(ours, seconds)
    ours.close()
    threads, traced, foreach = best
    form = f"{threads} thread{'s' if threads > 1 else ''}, {'traced' if traced else 'eager'}{', foreach' if foreach else ''}"
    ratios = [a / b for a, b in zip(mine, found[best])]
    return f"{name} {precision}", batch, median(mine), median(found[best]), form, median(ratios)


def main():
    rounds, seconds = int(os.environ.get("ROUNDS", 5)), float(os.environ.get("SECONDS", 1))
    set_threads(THREADS)
    torch.mm(torch.rand(64, 64), torch.rand(64, 64))
    what = "processor" if THREADS == 1 else "wall clock"
    print(f"torch {torch.__version__}, threads: {THREADS}, {what} time, BLAS: {blas()}")
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for case in CASES:
            rows.append(compare(sys.argv[1], case, os.path.join(scratch, "case"), rounds, seconds))
    print(f"\n{'net':<28} {'batch':>6} {'ours/s':>10} {'torch/s':>10} {'ratio':>6}  torch's best form")
    for name, batch, mine, theirs, form, ratio in rows:
        print(f"{name:<28} {batch:>6} {mine:>10.0f} {theirs:>10.0f} {ratio:>6.1f}  {form}")


if __name__ == "__main__":
    main()
