"""Evaluates positions by a net of gammonlab, in NumPy: net.py MODEL.safetensors [PART]

To let a net of your own play, keep the last lines and replace load and the call of net.
"""
import hashlib, json, struct, sys
import numpy as np


def load(path, part):
    data = open(path, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    head = json.loads(data[8:8 + size])
    def tensor(name):
        at = head[name]
        begin, end = (8 + size + o for o in at["data_offsets"])
        dtype = {"F32": np.float32, "F16": np.float16}[at["dtype"]]
        return np.frombuffer(data[begin:end], dtype).astype(np.float32).reshape(at["shape"])
    layers, i = [], 0
    while f"{part}.layer{i}.weight" in head:
        layers.append((tensor(f"{part}.layer{i}.weight").T.copy(), tensor(f"{part}.layer{i}.bias")))
        i += 1
    meta = head["__metadata__"]
    def net(x):
        for weights, bias in layers[:-1]:
            x = np.maximum(x @ weights + bias, 0)  # ReLU
        weights, bias = layers[-1]
        return 1 / (1 + np.exp(-(x @ weights + bias)))
    return net, meta["features." + part], layers[0][0].shape[0], hashlib.sha256(data).hexdigest()


net, features, width, digest = load(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "all")
print(json.dumps({
    "evaluator": 1, "name": "numpy", "inputs": features, "batch": 4096, "digest": digest,
    "outputs": ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"],
}), flush=True)
while head := sys.stdin.buffer.read(4):
    n = struct.unpack("<I", head)[0]
    x = np.frombuffer(sys.stdin.buffer.read(4 * width * n), np.float32).reshape(n, width)
    sys.stdout.buffer.write(head + net(x).astype("<f4").tobytes())
    sys.stdout.buffer.flush()
