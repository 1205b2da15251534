"""Crops of single items for the embedder: cut from photos, kept on the GPU, seen in random views."""

import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F

from attributes import numbered
from augment import recolour, uniform
from kinds import KIND_OF_LABEL, KINDS
from photos import FILL, letterbox, read_archive, tagged_photos

STORE, CONTEXT = 256, 0.3  # stored pixels, and how much surrounding is stored beside a box
CROP_MARGIN = 0.06  # how much of the box's sides the product adds round a box before embedding


def widened(box, share, width, height):
    x0, y0, x1, y1 = box
    across, down = (x1 - x0) * share, (y1 - y0) * share
    return max(0, x0 - across), max(0, y0 - down), min(width, x1 + across), min(height, y1 + down)


def cut(picture, box, size):
    """The box of the picture, letterboxed in the middle of a square; with the scale and offset used."""
    x0, y0, x1, y1 = (int(math.floor(box[0])), int(math.floor(box[1])), math.ceil(box[2]), math.ceil(box[3]))
    part = picture[y0 : max(y1, y0 + 2), x0 : max(x1, x0 + 2)]
    square, scale = letterbox(part, size, centred=True)
    shown = max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale))
    return square, scale, ((size - shown[0]) // 2 - x0 * scale, (size - shown[1]) // 2 - y0 * scale)


def product_crop(picture, box, size):
    """Exactly what the product feeds the embedder for a box of a picture."""
    height, width = picture.shape[:2]
    return cut(picture, widened(box, CROP_MARGIN, width, height), size)[0]


REAL = ["street-train.zip", "street-val.zip", "shop.zip"]
DRAWN = ["demo-train*.zip", "demo-val.zip"]


class Item(NamedTuple):
    picture: np.ndarray
    box: list
    kind: str
    label: str
    identity: str
    split: str
    source: str
    words: list | None  # by eye


def listed_crops(packed, archives=(*REAL, *DRAWN)):
    items, packed = [], Path(packed)
    for path in sorted(path for archive in archives for path in packed.glob(archive)):
        source = path.stem.split("-")[0]
        pictures, photos = read_archive(path)
        for photo in photos:
            split = photo.get("split", "train")
            for n, item in enumerate(photo["items"]):
                identity = item.get("product", f"{photo['photo']}#{n}")
                picture, named = pictures[photo["photo"]], (item["kind"], item["label"])
                for box in item.get("each") or [item["box"]]:
                    items.append(Item(picture, box, *named, identity, split, source, item.get("attributes")))
    if (packed / "demo-products.zip").exists():
        # A product's name starts with its sort, which the worn ones tie to a kind and a label.
        sorts = {item.identity.rsplit("-", 1)[0]: (item.kind, item.label) for item in items if item.source == "demo"}
        for name, picture in read_archive(packed / "demo-products.zip")[0].items():
            whole = [0, 0, picture.shape[1], picture.shape[0]]
            if name.rsplit("-", 1)[0] in sorts:
                items.append(Item(picture, whole, *sorts[name.rsplit("-", 1)[0]], name, "train", "product", None))
    return items


def tagged_crops(packed):
    """The boxes by eye on the photos that came with tags; the label is the tags of their kind, `a/b`."""
    items = []
    for name, picture, tags, drawn, words in tagged_photos(packed):
        for kind, boxes in drawn.items():
            label = "/".join(tag for tag in tags if KIND_OF_LABEL[tag] == KINDS[kind])
            for n, (box, seen) in enumerate(zip(boxes, words[kind])):
                items.append(Item(picture, box, KINDS[kind], label, f"{name}#{kind}-{n}", "train", "street", seen))
    return items


def crops_to_learn(listed, packed):
    """Items of the photos to learn from. One with several tags of its kind is any of them: it counts as its kind."""
    tagged = [
        item._replace(label=item.label if item.label and "/" not in item.label else item.kind)
        for item in tagged_crops(packed)
    ]
    return [item for item in listed if item.split == "train"] + tagged


class CropSet:
    """Items with surroundings as squares on the GPU, and the items' own boxes on those squares."""

    def __init__(self, items, device):
        with ThreadPoolExecutor() as pool:
            stored = list(pool.map(self.store, items))
        self.pictures = torch.from_numpy(np.stack([square for square, _ in stored])).permute(0, 3, 1, 2).to(device)
        self.boxes = torch.tensor(np.array([box for _, box in stored]), dtype=torch.float32, device=device)
        self.kinds = torch.tensor([KINDS.index(item.kind) for item in items], device=device)
        labels = sorted({item.label for item in items})
        self.label_count = len(labels)
        self.labels = torch.tensor([labels.index(item.label) for item in items], device=device)
        names = {name: n for n, name in enumerate(dict.fromkeys(item.identity for item in items))}
        self.identities = torch.tensor([names[item.identity] for item in items], device=device)
        self.sources = np.array([item.source for item in items])
        self.words = torch.tensor([numbered(item.words) for item in items], device=device)

    @staticmethod
    def store(item):
        picture, box, *_ = item
        height, width = picture.shape[:2]
        square, scale, (left, top) = cut(picture, widened(box, CONTEXT, width, height), STORE)
        return square, [box[0] * scale + left, box[1] * scale + top, box[2] * scale + left, box[3] * scale + top]


def random_views(crops, index, size, strength=1.0, tint=1.0):
    """Strongly changed views of items: moved and cut box sides, turned, mirrored, recoloured by `tint`."""
    count, device = len(index), index.device
    boxes = crops.boxes[index]
    sides = (boxes[:, 2:] - boxes[:, :2]).clamp(min=4)
    jitter = uniform(count * 4, -0.16 * strength, 0.16 * strength, device).view(count, 2, 2)
    low = boxes[:, :2] + (jitter[:, 0] - CROP_MARGIN) * sides
    high = boxes[:, 2:] + (jitter[:, 1] + CROP_MARGIN) * sides
    sides = high - low
    turn = torch.randn(count, device=device).clamp(-2, 2) * math.radians(8) * strength
    mirror = torch.where(torch.rand(count, device=device) < 0.5, -1.0, 1.0)
    stretch = torch.exp(uniform(count, -0.1, 0.1, device) * strength)
    scale = sides.amax(1) / size / torch.exp(uniform(count, -0.15, 0.05, device) * strength)
    axis = torch.arange(size, device=device) + 0.5 - size / 2
    place = torch.stack(torch.meshgrid(axis, axis, indexing="xy"), -1).view(1, -1, 2)
    rows = torch.stack(
        [
            torch.stack([scale * stretch * mirror * turn.cos(), -scale / stretch * turn.sin()], -1),
            torch.stack([scale * stretch * mirror * turn.sin(), scale / stretch * turn.cos()], -1),
        ],
        1,
    )
    source = place @ rows.transpose(1, 2) + ((low + high) / 2)[:, None]
    outside = ((source < low[:, None]) | (source > high[:, None])).any(-1).view(count, 1, size, size)
    # Half of the turned crops show their surroundings in the corners instead of grey.
    outside = outside & (torch.rand(count, 1, 1, 1, device=device) < 0.7)
    grid = (source / STORE * 2 - 1).view(count, size, size, 2)
    views = F.grid_sample(crops.pictures[index].float(), grid, align_corners=False, padding_mode="border")
    return torch.where(outside, float(FILL), recolour(views, strength * tint))
