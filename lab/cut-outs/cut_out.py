"""Cuts garments out of photos: writes a mask for each, white where the garment is.

    python3 cut_out.py PHOTOS GARMENTS OUT

PHOTOS has NAME.webp; GARMENTS is a file like `demo/shop/garments.json`, with a `box` (left, top, right and bottom in
pixels) for each NAME. Needs OpenCV and NumPy (Debian: python3-opencv). `add-garments.ts` cleans the masks and adds the
garments to the shop.
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np

ROUNDS = 7


def without_specks(mask):
    """Keeps large parts and fills small holes."""
    count, parts, stats, _ = cv2.connectedComponentsWithStats(mask)
    kept = np.zeros_like(mask)
    largest = stats[1:, cv2.CC_STAT_AREA].max() if count > 1 else 0
    for part in range(1, count):
        if stats[part, cv2.CC_STAT_AREA] >= 0.06 * largest:
            kept[parts == part] = 1
    count, holes, stats, _ = cv2.connectedComponentsWithStats(1 - kept)
    for hole in range(1, count):
        if stats[hole, cv2.CC_STAT_AREA] < 0.004 * mask.size:
            kept[holes == hole] = 1
    return cv2.medianBlur(kept * 255, 5) // 255


def cut_out(picture, box):
    height, width = picture.shape[:2]
    pad = int(0.012 * max(width, height))
    left, top = max(0, box[0] - pad), max(0, box[1] - pad)
    right, bottom = min(width, box[2] + pad), min(height, box[3] + pad)
    mask = np.full((height, width), cv2.GC_BGD, np.uint8)
    mask[top:bottom, left:right] = cv2.GC_PR_FGD
    # A garment that fills its photo leaves no ground to learn from but the edge.
    if (mask == cv2.GC_BGD).sum() < 0.04 * mask.size:
        edge = max(3, int(0.012 * width))
        mask[:edge] = mask[-edge:] = cv2.GC_BGD
        mask[:, :edge] = mask[:, -edge:] = cv2.GC_BGD
    smooth = cv2.bilateralFilter(picture, 7, 30, 7)
    models = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(smooth, mask, None, *models, ROUNDS, cv2.GC_INIT_WITH_MASK)
    return without_specks(((mask == cv2.GC_FGD) | (mask == cv2.GC_PR_FGD)).astype(np.uint8))


def opacity_of(mask):
    """A pixel smaller all around, where the ground shines through, and softened."""
    inner = cv2.erode(mask, np.ones((3, 3), np.uint8))
    return np.clip(cv2.GaussianBlur(inner.astype(np.float32) * 255, (0, 0), 1.0), 0, 255).astype(np.uint8)


if __name__ == "__main__":
    photos, garments, out = map(Path, sys.argv[1:4])
    out.mkdir(parents=True, exist_ok=True)
    for name, garment in json.loads(garments.read_text()).items():
        picture = cv2.imread(str(photos / f"{name}.webp"))
        cv2.imwrite(str(out / f"{name}.png"), opacity_of(cut_out(picture, garment["box"])))
