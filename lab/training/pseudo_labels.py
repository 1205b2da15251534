"""Boxes for the photos that came with tags: those drawn by eye, and a teacher's where the tags agree."""

import numpy as np
import torch

from detector import Decoder, faded
from kinds import KIND_OF_LABEL, KINDS
from photos import letterbox, weighted

# A tag says that the kind is there, so its best box is right even at a lower score than others.
LEAST_FOR_BEST, LEAST_FOR_MORE, UNTAGGED_DOUBT = 0.3, 0.5, 0.5


@torch.no_grad()
def mirrored_maps(teacher, pictures):
    """A teacher's probabilities and sides, averaged over each picture and its mirror image."""
    heat, sides = teacher(pictures)
    mirrored_heat, mirrored = teacher(pictures.flip(3))
    mirrored = mirrored.flip(3).unflatten(1, (-1, 4))[:, :, [2, 1, 0, 3]].flatten(1, 2)
    return (heat.sigmoid() + mirrored_heat.sigmoid().flip(3)) / 2, (sides + mirrored) / 2


def choose(scores, kinds, tags, drawn):
    """The found boxes to learn from, and for each kind whether the photo is certain about it."""
    keep, certain = [], np.ones(len(KINDS), bool)
    for kind in range(len(KINDS)):
        if kind in drawn:
            certain[kind] = bool(drawn[kind])  # looked for, and not seen where the list is empty
            continue
        mine = np.flatnonzero(kinds == kind)  # best first
        if kind in tags:
            sure = [i for rank, i in enumerate(mine) if scores[i] >= (LEAST_FOR_MORE if rank else LEAST_FOR_BEST)]
            keep += sure
            certain[kind] = bool(sure)
        elif len(mine) and scores[mine[0]] >= UNTAGGED_DOUBT:
            certain[kind] = False  # the tags may have forgotten it
    return np.array(keep, int), certain


def pseudo_entries(teacher, tagged, options, device, batch=32):
    """Entries for a PhotoSet from `tagged_photos`."""
    decoder, entries = Decoder(None).to(device), []
    for start in range(0, len(tagged), batch):
        part = tagged[start : start + batch]
        squares = [letterbox(picture, options.store) for _, picture, *_ in part]
        pictures = torch.stack([torch.from_numpy(square).permute(2, 0, 1) for square, _ in squares])
        heat, sides = mirrored_maps(teacher, pictures.to(device).float())
        boxes, scores, kinds = decoder.decode(heat.clamp(1e-6, 1 - 1e-6).logit(), sides)
        found = [value.cpu().numpy() for value in (boxes, faded(boxes, scores, kinds), kinds)]
        for n, (name, picture, tags, drawn, _) in enumerate(part):
            boxes, scores, kinds = (value[n] for value in found)
            tagged_kinds = {KINDS.index(KIND_OF_LABEL[tag]) for tag in tags}
            keep, certain = choose(scores, kinds, tagged_kinds, drawn)
            by_eye = [(box, kind) for kind, boxes_of_kind in drawn.items() for box in boxes_of_kind]
            boxes = np.concatenate([boxes[keep] / squares[n][1], np.reshape([box for box, _ in by_eye], (-1, 4))])
            kinds = np.concatenate([kinds[keep], np.array([kind for _, kind in by_eye], int)])
            limit = [picture.shape[1], picture.shape[0]] * 2
            entries.append((name, picture, boxes.clip(0, limit).astype("f4"), kinds, certain))
    return weighted(entries, options.tagged_weight)
