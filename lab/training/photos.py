"""Reads packed photos and their boxes."""

import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from kinds import KIND_OF_LABEL, KINDS, SMALL_KINDS

FILL = 114


def read_archive(path):
    """(name, RGB array) of every picture in an archive, and its list of described photos."""
    with zipfile.ZipFile(path) as archive:
        stored = {name: archive.read(name) for name in archive.namelist()}
    described = json.loads(stored.pop("photos.json", "null"))
    with ThreadPoolExecutor() as pool:
        decoded = pool.map(lambda data: np.asarray(Image.open(io.BytesIO(data)).convert("RGB")), stored.values())
    return dict(zip(stored, decoded)), described


def letterbox(picture, size, centred=False):
    """The picture scaled so that its longest side is `size`, on a square of grey; and the scale."""
    height, width = picture.shape[:2]
    scale = size / max(height, width)
    new = max(1, round(width * scale)), max(1, round(height * scale))
    resized = np.asarray(Image.fromarray(picture).resize(new, Image.BILINEAR))
    canvas = np.full((size, size, 3), FILL, np.uint8)
    top, left = ((size - new[1]) // 2, (size - new[0]) // 2) if centred else (0, 0)
    canvas[top : top + new[1], left : left + new[0]] = resized
    return canvas, scale


def boxes_and_kinds(photo, apart=False, original=False):
    """Boxes and kind numbers of a photo's items; `apart` gives each of a pair of gloves its own.

    `original` takes them as the data came, before we redrew some.
    """
    listed = photo.get("original", photo["items"]) if original else photo.get("items", [])
    items = [item for item in listed if item["kind"] in KINDS]
    boxed = [(box, item["kind"]) for item in items for box in (apart and item.get("each") or [item["box"]])]
    boxes = np.array([box for box, _ in boxed], np.float32).reshape(-1, 4)
    return boxes, np.array([KINDS.index(kind) for _, kind in boxed], np.int64)


class PhotoSet:
    """Photos on one device as squares of grey-filled pixels, with padded boxes.

    `certain[n, k]` is false where a photo may show kind k in a place nobody has boxed:
    there the heat map of that kind is left out of the loss.
    """

    def __init__(self, entries, size, device):
        self.names = [name for name, *_ in entries]
        most = max(len(boxes) for _, _, boxes, *_ in entries)
        self.pictures = torch.empty(len(entries), 3, size, size, dtype=torch.uint8, device=device)
        self.boxes = torch.zeros(len(entries), most, 4)
        self.kinds = torch.full((len(entries), most), -1)
        self.extent = torch.zeros(len(entries), 2)  # width and height of the picture on its square
        self.certain = torch.ones(len(entries), len(KINDS), dtype=torch.bool)
        self.weight = torch.ones(len(entries))
        with ThreadPoolExecutor() as pool:
            squares = pool.map(lambda entry: letterbox(entry[1], size), entries)
        for n, ((_, picture, boxes, kinds, certain, weight), (square, scale)) in enumerate(zip(entries, squares)):
            self.pictures[n] = torch.from_numpy(square).permute(2, 0, 1).to(device)
            self.boxes[n, : len(boxes)] = torch.from_numpy(boxes) * scale
            self.kinds[n, : len(kinds)] = torch.from_numpy(kinds)
            self.extent[n] = torch.tensor([picture.shape[1], picture.shape[0]]) * scale
            self.certain[n], self.weight[n] = torch.from_numpy(certain), weight
        for field in ("boxes", "kinds", "extent", "certain"):
            setattr(self, field, getattr(self, field).to(device))

    def truths(self):
        """Boxes and kinds of each photo, as `evaluate_boxes` wants them."""
        padded = zip(self.boxes.cpu().numpy(), self.kinds.cpu().numpy())
        return [(boxes[kinds >= 0], kinds[kinds >= 0]) for boxes, kinds in padded]


def boxed_entries(packed, archives, apart=False, original=False):
    """Photos whose every item is boxed, of all archives that fit the pattern."""
    entries = []
    for path in sorted(Path(packed).glob(archives)):
        pictures, photos = read_archive(path)
        entries += [
            (
                photo["photo"],
                pictures[photo["photo"]],
                *boxes_and_kinds(photo, apart, original),
                np.array([kind not in photo.get("unsure", []) for kind in KINDS]),
            )
            for photo in photos
        ]
    return weighted(entries, 1.0) if entries else []


def shop_entries(packed, split):
    """Photos of single garments that are boxed. Whoever wears one may wear small things too, which nobody has boxed."""
    certain = np.array([kind not in (*SMALL_KINDS, "eyewear") for kind in KINDS])
    pictures, photos = read_archive(Path(packed) / "shop.zip")
    entries = [
        (photo["photo"], pictures[photo["photo"]], *boxes_and_kinds(photo), certain)
        for photo in photos
        if photo["split"] in split and photo["items"][0]["boxed"]
    ]
    return weighted(entries, 1.0) if entries else []


def tagged_photos(packed):
    """Photos that came with tags: (name, picture, tags, boxes by eye, their words), both by kind number."""
    pictures, photos = read_archive(Path(packed) / "street-tagged.zip")
    for photo in photos:
        tags = [tag for tag in photo["tags"] if tag in KIND_OF_LABEL]
        drawn = {KINDS.index(kind): boxes for kind, boxes in photo["drawn"].items()}
        words = {KINDS.index(kind): seen for kind, seen in photo["words"].items()}
        yield photo["photo"], pictures[photo["photo"]], tags, drawn, words


def weighted(entries, weight, common=0.15, most=4.0):
    """Adds how often each photo is drawn: more where it shows a kind rare in its own source."""
    shown = np.array([[(entry[3] == kind).any() for kind in range(len(KINDS))] for entry in entries])
    factor = np.sqrt(common / np.maximum(shown.mean(0), 1e-4)).clip(1, most)
    rarity = np.maximum((shown * factor).max(1), 1.0)
    return [(*entry, weight * chance) for entry, chance in zip(entries, rarity)]


def mixed(*sources):
    """Entries of several sources, each with the share of the drawn pictures that it gets."""
    together = []
    for entries, share in sources:
        total = sum(entry[-1] for entry in entries)
        together += [(*entry[:-1], entry[-1] * share / total) for entry in entries]
    return together
