"""Writes the models as ONNX and checks that onnxruntime gives what PyTorch gives."""

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import helper, numpy_helper

OPSET = 17


def export_detector(decoder, path, size):
    """Height and width stay free (multiples of 32), so a tall photo need not carry a grey half."""
    decoder = decoder.float().cpu().eval()
    sample = torch.rand(1, 3, size, size) * 255
    torch.onnx.export(
        decoder, (sample,), str(path), opset_version=OPSET, dynamo=False,
        input_names=["image"], output_names=["boxes", "scores", "kinds"],
        dynamic_axes={"image": {2: "height", 3: "width"}},
    )  # fmt: skip
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    for height, width in ((size, size), (size, size - 192)):
        picture = torch.rand(1, 3, height, width) * 255
        with torch.no_grad():
            expected = [value.numpy() for value in decoder(picture)]
        got = session.run(None, {"image": picture.numpy()})
        # Noise makes near-equal scores that may swap places; the sorted scores must agree.
        np.testing.assert_allclose(np.sort(got[1]), np.sort(expected[1]), atol=1e-3)
        assert got[0].shape == expected[0].shape and got[2].dtype == np.int64


def load_exported(model, path, prefix="", new=()):
    """Puts the weights of an exported model into `model`; only those named in `new` may be missing there."""
    stored = {entry.name: numpy_helper.to_array(entry) for entry in onnx.load(path).graph.initializer}
    state = model.state_dict()
    for name in state:
        values = stored.get(prefix + name, stored.get(f"{prefix}{name}_half"))
        assert values is not None or name.startswith(new), name
        if values is not None:
            state[name] = torch.from_numpy(values.astype(np.float32))
    model.load_state_dict(state)
    return model


def export_crops_model(model, path, size, output):
    """An exported model that takes [N, 3, size, size] crops and gives one row for each."""
    model = model.float().cpu().eval()
    sample = torch.rand(2, 3, size, size) * 255
    torch.onnx.export(
        model, (sample,), str(path), opset_version=OPSET, dynamo=False,
        input_names=["crops"], output_names=[output],
        dynamic_axes={"crops": {0: "count"}, output: {0: "count"}},
    )  # fmt: skip


def export_embedder(embedder, path, size):
    export_crops_model(embedder, path, size, "vectors")
    check_crops_model(embedder, path, size, 1e-4)


def export_words(words, path, size):
    export_crops_model(words, path, size, "words")
    halve_weights(path)
    check_crops_model(words, path, size, 2e-2)


def check_crops_model(model, path, size, tolerance):
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    crops = torch.rand(5, 3, size, size) * 255
    with torch.no_grad():
        expected = model(crops).numpy()
    np.testing.assert_allclose(session.run(None, {"crops": crops.numpy()})[0], expected, atol=tolerance)


def export_judge(judge, path, size):
    judge = judge.float().cpu().eval()
    names = ["crops", "shares"]
    torch.onnx.export(
        judge, (torch.rand(2, 3, size, size) * 255, torch.rand(2, 2)), str(path), opset_version=OPSET, dynamo=False,
        input_names=names, output_names=["certainties"],
        dynamic_axes={name: {0: "count"} for name in [*names, "certainties"]},
    )  # fmt: skip
    halve_weights(path)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    sample = [torch.rand(5, 3, size, size) * 255, torch.rand(5, 2)]
    with torch.no_grad():
        expected = judge(*sample).numpy()
    got = session.run(None, dict(zip(names, (value.numpy() for value in sample))))[0]
    # Weights stored with eleven bits move a probability in its third digit.
    np.testing.assert_allclose(got, expected, atol=1e-2)


def halve_weights(path, least=4096):
    """Stores the large weights as float16; the runtime widens them once, when it loads the model."""
    model = onnx.load(str(path))
    casts = []
    for weight in model.graph.initializer:
        if weight.data_type != onnx.TensorProto.FLOAT or np.prod(weight.dims) < least:
            continue
        name, values = weight.name, numpy_helper.to_array(weight)
        weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}_half"))
        casts.append(helper.make_node("Cast", [f"{name}_half"], [name], to=onnx.TensorProto.FLOAT))
    nodes = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(casts + nodes)
    onnx.save(model, str(path))
