"""Writes the models as ONNX and checks that onnxruntime gives what PyTorch gives."""

import numpy as np
import onnxruntime
import torch

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


def export_embedder(embedder, path, size):
    embedder = embedder.float().cpu().eval()
    sample = torch.rand(2, 3, size, size) * 255
    torch.onnx.export(
        embedder, (sample,), str(path), opset_version=OPSET, dynamo=False,
        input_names=["crops"], output_names=["vectors"],
        dynamic_axes={"crops": {0: "count"}, "vectors": {0: "count"}},
    )  # fmt: skip
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    crops = torch.rand(5, 3, size, size) * 255
    with torch.no_grad():
        expected = embedder(crops).numpy()
    np.testing.assert_allclose(session.run(None, {"crops": crops.numpy()})[0], expected, atol=1e-4)
