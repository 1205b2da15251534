"""What teachers say of photos that they did not learn, and what the tags of a photo add."""

import zlib

import torch

from attributes import TYPES_OF_KIND, VOCABULARY, types_allowed

# How much the tags count beside what is seen, and how many items a rare tag is as good as having.
TAGS_WEIGHT, USUAL_ITEMS = 0.5, 5.0


def fold_of(item, folds):
    """The part of the photos that an item belongs to: the same for all items of a photo, in every run."""
    return zlib.crc32(item.identity.split("#")[0].encode()) % folds


@torch.no_grad()
def opinions(model, squares, device, batch=256):
    """Probabilities of all words [N, words], averaged over each crop and its mirror image."""
    model, said = model.eval(), []
    for part in squares.split(batch):
        crops = part.to(device).float()
        said.append(((model(crops) + model(crops.flip(3))) / 2).cpu())
    return torch.cat(said)


def types_by_label(labelled):
    """How often an item of a kind with a street label is of each type, beside how often any item of its kind is."""
    place, count = VOCABULARY["type"].index, {}
    for item in labelled:
        kind, label, words = item.kind, item.label, item.words
        if item.source != "street" or words[0] not in VOCABULARY["type"]:
            continue
        for key in ((kind, label), (kind, None)):
            count.setdefault(key, torch.zeros(len(VOCABULARY["type"])))[place(words[0])] += 1
    usual = {}
    for kind in TYPES_OF_KIND:
        found = count.get((kind, None), torch.zeros(len(VOCABULARY["type"])))
        found[types_allowed(kind)] += 0.5
        usual[kind] = found / found.sum()
    by_label = {
        (kind, label): (found + USUAL_ITEMS * usual[kind]) / (found.sum() + USUAL_ITEMS)
        for (kind, label), found in count.items()
        if label is not None and kind in usual
    }
    return usual, by_label


def told_by_tags(said, items, labelled):
    """The opinions on tagged items, where a type that goes with the tags of its photo counts more."""
    usual, by_label = types_by_label(labelled)
    told, count = said.clone(), len(VOCABULARY["type"])
    for n, item in enumerate(items):
        known = [by_label[key] for label in item.label.split("/") if (key := (item.kind, label)) in by_label]
        if item.source == "street" and known:
            ratio = torch.stack(known).mean(0) / usual[item.kind].clamp(min=1e-6)
            types = told[n, :count] * ratio.clamp(max=20) ** TAGS_WEIGHT
            told[n, :count] = types / types.sum().clamp(min=1e-9)
    return told
