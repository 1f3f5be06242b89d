"""Writes the files of this folder: one net of random weights, by PyTorch, NumPy and
the helpers of package onnx. Made with PyTorch 1.13, NumPy 1.24 and onnx 1.12."""

import json, struct
import numpy as np, onnx, torch
from onnx import TensorProto, helper, numpy_helper

torch.manual_seed(1)
net = torch.nn.Sequential(torch.nn.Linear(122, 4), torch.nn.ReLU(), torch.nn.Linear(4, 3), torch.nn.Tanh(),
                          torch.nn.Linear(3, 5), torch.nn.Sigmoid())
state = {k: v.numpy() for k, v in net.state_dict().items()}
x = torch.zeros(1, 122)


class Wrapped(torch.nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner(torch.flatten(x, 1))


class ByMatrix(Wrapped):
    def forward(self, x):
        for k in 0, 2, 4:
            layer = self.inner[k]
            x = self.inner[k + 1](torch.matmul(x, layer.weight.t()) + layer.bias)
        return x


torch.onnx.export(net, x, "torch.onnx", input_names=["x"], output_names=["y"], dynamic_axes={"x": {0: "n"}})
torch.onnx.export(Wrapped(net), x, "torch-flatten.onnx")
torch.onnx.export(ByMatrix(net), x, "torch-matmul.onnx", do_constant_folding=False)
torch.onnx.export(net[:5], x, "torch-logits.onnx")
gelu = torch.nn.Sequential(net[0], torch.nn.GELU(), torch.nn.Linear(4, 5), torch.nn.Sigmoid())
torch.onnx.export(gelu, x, "torch-gelu.onnx")


def safetensors(path, kind, dtype):
    header, data = {}, b""
    for name, value in state.items():
        raw = value.astype(dtype).tobytes()
        header[name] = {"dtype": kind, "shape": list(value.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    open(path, "wb").write(struct.pack("<Q", len(text)) + text + data)


safetensors("float32.safetensors", "F32", np.float32)
safetensors("float64.safetensors", "F64", np.float64)
safetensors("float16.safetensors", "F16", np.float16)
np.savez("net.npz", **state)
# As scikit-learn keeps them: [in, out], so that .T stands column by column.
np.savez_compressed("transposed.npz", **{k: np.ascontiguousarray(v.T).T.astype(np.float64) for k, v in state.items()})

# What skl2onnx writes for MLPClassifier: Cast, MatMul, Add, and two outputs.
nodes, constants, at = [helper.make_node("Cast", ["X"], ["cast"], to=TensorProto.FLOAT)], [], "cast"
for k, activation in (0, "Relu"), (2, "Tanh"), (4, "Sigmoid"):
    w, b = state[f"{k}.weight"].T, state[f"{k}.bias"].reshape(1, -1)
    constants.append(helper.make_tensor(f"coefficient{k}", TensorProto.DOUBLE, w.shape, w.astype(float).flatten().tolist()))
    constants.append(helper.make_tensor(f"intercepts{k}", TensorProto.FLOAT, b.shape, b.flatten().tolist()))
    out = "probabilities" if k == 4 else f"next{k}"
    nodes += [helper.make_node("MatMul", [at, f"coefficient{k}"], [f"mul{k}"]),
              helper.make_node("Add", [f"mul{k}", f"intercepts{k}"], [f"add{k}"]),
              helper.make_node(activation, [f"add{k}"], [out])]
    at = out
nodes.append(helper.make_node("ArgMax", ["probabilities"], ["label"], axis=1))
float_in = helper.make_tensor_value_info("X", TensorProto.FLOAT, [None, 122])
outs = [helper.make_tensor_value_info("label", TensorProto.INT64, [None, 1]),
        helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, [None, 5])]
onnx.save(helper.make_model(helper.make_graph(nodes, "mlp", [float_in], outs, constants), producer_name="skl2onnx"), "skl2onnx.onnx")
