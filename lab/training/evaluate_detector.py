"""Scores an exported detector on packed photos with boxes.

    python3 evaluate_detector.py detector.onnx PACKED/street-val.zip [--size 640]
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from average_precision import evaluate_boxes
from detector import faded
from pairs import paired
from photos import boxes_and_kinds, letterbox, read_archive


def evaluate_onnx(model, archive, size, split=None):
    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    pictures, photos = read_archive(archive)
    detections, truths = [], []
    for photo in photos:
        if split and photo["split"] != split:
            continue
        square, scale = letterbox(pictures[photo["photo"]], size)
        image = square.transpose(2, 0, 1)[None].astype(np.float32)
        found = session.run(None, {"image": image})
        boxes, scores, kinds = (torch.from_numpy(value) for value in found)
        one = paired(boxes[0] / scale, faded(boxes, scores, kinds)[0], kinds[0])
        detections.append(tuple(value.numpy() for value in one))
        truths.append(boxes_and_kinds(photo))
    return evaluate_boxes(detections, truths)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=Path)
    parser.add_argument("archive", type=Path)
    parser.add_argument("--size", type=int, default=640)
    parser.add_argument("--split")
    arguments = parser.parse_args()
    report = evaluate_onnx(arguments.model, arguments.archive, arguments.size, arguments.split)
    print(json.dumps(report, indent=2))
