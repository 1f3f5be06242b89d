#!/usr/bin/env python3
"""Writes FILE.int8.onnx for each FILE.onnx: weights of 8 bits with a scale for each unit, inputs
of 8 bits with a scale for each batch, as onnxruntime's own dynamic quantisation makes them."""
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

for path in sys.argv[1:]:
    model = onnx.load(path)
    values = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
    nodes, tensors = [], []

    def constant(name, array):
        tensors.append(numpy_helper.from_array(array, name))
        return name

    for node in model.graph.node:
        if node.op_type != "Gemm":
            nodes.append(node)
            continue
        x, weights, biases = node.input
        y, w = node.output[0], values[weights].T
        scale = np.maximum(np.abs(w).max(axis=0), 1e-30) / 127
        nodes += [
            helper.make_node("DynamicQuantizeLinear", [x], [y + ".x", y + ".scale", y + ".zero"]),
            helper.make_node("MatMulInteger", [
                y + ".x", constant(y + ".w", np.rint(w / scale).astype(np.int8)),
                y + ".zero", constant(y + ".none", np.zeros(w.shape[1], np.int8))], [y + ".sums"]),
            helper.make_node("Cast", [y + ".sums"], [y + ".floats"], to=TensorProto.FLOAT),
            helper.make_node("Mul", [y + ".scale", constant(y + ".scales", scale.astype(np.float32))], [y + ".unit"]),
            helper.make_node("Mul", [y + ".floats", y + ".unit"], [y + ".scaled"]),
            helper.make_node("Add", [y + ".scaled", constant(y + ".b", values[biases])], [y]),
        ]
    del model.graph.node[:], model.graph.initializer[:]
    model.graph.node.extend(nodes)
    model.graph.initializer.extend(tensors)
    onnx.checker.check_model(model)
    onnx.save(model, path.removesuffix(".onnx") + ".int8.onnx")
