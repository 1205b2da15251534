"""Scores an exported detector on packed photos with boxes."""

import numpy as np
import onnxruntime
import torch

from average_precision import evaluate_boxes
from detector import faded
from pairs import paired
from photos import boxes_and_kinds, letterbox, read_archive


def evaluate_onnx(model, archive, size):
    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    pictures, photos = read_archive(archive)
    detections, truths = [], []
    for photo in photos:
        square, scale = letterbox(pictures[photo["photo"]], size)
        image = square.transpose(2, 0, 1)[None].astype(np.float32)
        found = session.run(None, {"image": image})
        boxes, scores, kinds = (torch.from_numpy(value) for value in found)
        one = paired(boxes[0] / scale, faded(boxes, scores, kinds)[0], kinds[0])
        detections.append(tuple(value.numpy() for value in one))
        truths.append(boxes_and_kinds(photo))
    return evaluate_boxes(detections, truths)
