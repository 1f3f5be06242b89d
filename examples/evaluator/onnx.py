"""Evaluates positions by any ONNX file, run by onnxruntime:

    onnx.py NET.onnx INPUTS [SHAPE]      --model "evaluator:python3 onnx.py net.onnx gnubg-contact250"

INPUTS is a feature set (`gammonlab features list`), or wildbg-contact or wildbg-race, which are
computed here. SHAPE tells what the outputs are: probabilities (the five of gammonlab), logits (before
a sigmoid), outcomes (six that exclude each other: win a single game, a gammon, a backgammon; lose one) or
outcome-logits (before a softmax). By default, five outputs are probabilities and six are outcomes.

onnxruntime is the package of Python or, without it, that of node (npm install onnxruntime-node; NODE_PATH
says where it is).
"""
import hashlib, json, re, struct, subprocess, sys
import numpy as np

NODE = """
const {InferenceSession, Tensor} = require('onnxruntime-node');
const {readSync, writeSync} = require('fs');
function read(n) {
  const b = Buffer.alloc(n);
  for (let at = 0; at < n;) {
    let got;
    try { got = readSync(0, b, at, n - at); } catch (e) { if (e.code === 'EAGAIN') continue; throw e; }
    if (!got) process.exit(0);
    at += got;
  }
  return b;
}
function write(b) { for (let at = 0; at < b.length;) at += writeSync(1, b, at); }
(async () => {
  const net = await InferenceSession.create(process.argv[1], {intraOpNumThreads: 1, interOpNumThreads: 1});
  const shape = net.inputMetadata[0].shape, begin = Buffer.alloc(4);
  begin.writeUInt32LE(Number(shape[shape.length - 1]));
  write(begin);
  for (;;) {
    const head = read(8), n = head.readUInt32LE(0), width = head.readUInt32LE(4), b = read(4 * n * width);
    const x = new Float32Array(b.buffer, b.byteOffset, n * width).slice();
    const results = await net.run({[net.inputNames[0]]: new Tensor('float32', x, [n, width])});
    const y = results[net.outputNames.includes('probabilities') ? 'probabilities' : net.outputNames[0]].data;
    const size = Buffer.alloc(4);
    size.writeUInt32LE(y.length / n);
    write(size);
    write(Buffer.from(y.buffer, y.byteOffset, y.byteLength));
  }
})().catch(e => { console.error(String(e)); process.exit(1); });
"""


def open_net(path):
    """Returns the function from inputs to outputs, and the number of inputs."""
    try:
        import onnxruntime
    except ImportError:
        return open_in_node(path)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(path, options, providers=onnxruntime.get_available_providers())
    name, names = session.get_inputs()[0].name, [o.name for o in session.get_outputs()]
    output = "probabilities" if "probabilities" in names else names[0]
    return lambda x: session.run([output], {name: x})[0], session.get_inputs()[0].shape[-1]


def open_in_node(path):
    node = subprocess.Popen(["node", "-e", NODE, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def number():
        data = node.stdout.read(4)
        if len(data) < 4:
            sys.exit(f"onnx.py: {path} cannot be run: see above, or install onnxruntime")
        return struct.unpack("<I", data)[0]

    def run(x):
        node.stdin.write(struct.pack("<II", *x.shape) + x.tobytes())
        node.stdin.flush()
        outputs = number()
        return np.frombuffer(node.stdout.read(4 * outputs * len(x)), np.float32).reshape(len(x), outputs)
    return run, number()


def units(n):
    """The four units of wildbg for the checkers of a point or the bar."""
    return np.stack([n == 1, n == 2, n >= 3, np.maximum(n - 3, 0)], -1)


def wildbg(rows, race):
    """The inputs of wildbg's nets: borne off, bar and points of the player on roll, then bar and points of the other."""
    own, other = rows[:, :26].astype(np.int32), rows[:, 26:].astype(np.int32)
    off = np.stack([own[:, 25], other[:, 25]], -1)
    theirs = other[:, 23::-1]  # from the player's side
    if race:  # no bar, and no side has all points before it
        blocks = [off, units(own[:, :23]).reshape(len(rows), -1), units(theirs[:, 1:]).reshape(len(rows), -1)]
    else:
        blocks = [off, units(own[:, 24]), units(own[:, :24]).reshape(len(rows), -1), units(other[:, 24]), units(theirs).reshape(len(rows), -1)]
    return np.concatenate(blocks, 1).astype(np.float32)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def cumulative(y):
    """The five probabilities of six outcomes."""
    return np.stack([y[:, 0] + y[:, 1] + y[:, 2], y[:, 1] + y[:, 2], y[:, 2], y[:, 4] + y[:, 5], y[:, 5]], 1)


def softmax(y):
    y = np.exp(y - y.max(1, keepdims=True))
    return y / y.sum(1, keepdims=True)


SHAPES = {"probabilities": lambda y: y, "logits": sigmoid, "outcomes": cumulative, "outcome-logits": lambda y: cumulative(softmax(y))}


def main(path, inputs, shape=None):
    net, width = open_net(path)
    own = inputs.startswith("wildbg-")
    sizes = [re.search(r"(\d+)(@\d+)?$", name) for name in inputs.split("+")]  # gnubg-contact250 has 250 inputs
    size = {"wildbg-contact": 202, "wildbg-race": 186}.get(inputs) or all(sizes) and sum(int(s[1]) for s in sizes)
    if size and size != width:
        sys.exit(f"onnx.py: {path} has {width} inputs, {inputs} are not that many")
    outputs = net(np.zeros((1, width), np.float32)).shape[1]
    shape = shape or {5: "probabilities", 6: "outcomes"}.get(outputs)
    if shape not in SHAPES or outputs != (6 if shape.startswith("outcome") else 5):
        sys.exit(f"onnx.py: {path} has {outputs} outputs, its shape is {shape}; want 5 or 6, and one of {', '.join(SHAPES)}")
    print(json.dumps({
        "evaluator": 1, "name": path, "inputs": "position" if own else inputs, "batch": 4096,
        "outputs": ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"],
        "digest": hashlib.sha256(open(path, "rb").read() + f"{inputs} {shape}".encode()).hexdigest(),
    }), flush=True)
    while len(head := sys.stdin.buffer.read(4)) == 4:
        n = struct.unpack("<I", head)[0]
        if own:
            x = wildbg(np.frombuffer(sys.stdin.buffer.read(52 * n), np.int8).reshape(n, 52), inputs == "wildbg-race")
        else:
            x = np.frombuffer(sys.stdin.buffer.read(4 * width * n), np.float32).reshape(n, width)
        sys.stdout.buffer.write(head + SHAPES[shape](net(x)).astype("<f4").tobytes())
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
