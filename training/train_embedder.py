"""Trains, exports and scores the embedder.

    python3 train_embedder.py PACKED OUTPUT
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import onnxruntime
import torch
import torch.nn.functional as F
from torch import nn

from crops import CROP_MARGIN, CropSet, listed_crops, product_crop, random_views
from embedder import Embedder
from export import export_embedder
from fitting import AveragedWeights, cosine_schedule, fix_seeds, optimiser_for
from kinds import KINDS
from retrieval import nearest, rank_of_truth, threshold_for

VERSION = "1"
TEMPERATURE = 0.07


class Training(nn.Module):
    """The embedder with what only training needs: directions of the kinds and of the fine labels."""

    def __init__(self, trunk_folder, dimensions, label_count):
        super().__init__()
        self.embedder = Embedder(trunk_folder, dimensions)
        self.kinds = nn.Parameter(torch.randn(len(KINDS), dimensions))
        self.labels = nn.Parameter(torch.randn(label_count, dimensions))


def instance_loss(vectors, identities):
    """Each view must find the other views of its item among all views of the batch."""
    similarity = vectors @ vectors.T / TEMPERATURE
    itself = torch.eye(len(vectors), dtype=torch.bool, device=vectors.device)
    same = (identities[:, None] == identities[None]) & ~itself
    logits = similarity.masked_fill(itself, -1e4)
    log_share = logits - logits.logsumexp(1, keepdim=True)
    return -((log_share * same).sum(1) / same.sum(1).clamp(min=1)).mean()


def direction_loss(vectors, directions, wanted, sharpness=14.0):
    return F.cross_entropy(sharpness * vectors @ F.normalize(directions, dim=1).T, wanted, label_smoothing=0.05)


def draw(groups, count):
    """Two crops per place in the batch: the same item twice, or a product as worn and as pictured."""
    first = torch.multinomial(groups["chance"], count)
    partner = groups["partner"][first]
    return first, torch.where((partner >= 0) & (torch.rand(count) < 0.7), partner, first)


def partners(crops):
    """Another crop of the same identity for each crop, or -1: a worn item and its product picture."""
    members = {}
    for n, identity in enumerate(crops.identities.tolist()):
        members.setdefault(identity, []).append(n)

    def pick():
        chosen = torch.full((len(crops.identities),), -1)
        for group in members.values():
            if len(group) > 1:
                shuffled = torch.tensor(group)[torch.randperm(len(group))]
                chosen[shuffled] = shuffled.roll(1)
        return chosen

    return pick


def fit(items, options, device):
    fix_seeds(options.seed)
    crops = CropSet(items, device)
    model = Training(options.packed / "trunk", options.dimensions, crops.label_count).to(device)
    model = model.to(memory_format=torch.channels_last)
    average = AveragedWeights(model)
    optimiser = optimiser_for(model, options.trunk_rate, options.head_rate)
    schedule = cosine_schedule(optimiser, options.steps)
    shown = torch.bincount(crops.kinds, minlength=len(KINDS)).float()
    groups = {"chance": (1 / shown[crops.kinds].sqrt()).cpu()}
    pick, started = partners(crops), time.time()
    for step in range(options.steps):
        if step % 20 == 0:
            groups["partner"] = pick()
        first, second = (part.to(device) for part in draw(groups, options.batch))
        views = torch.cat([random_views(crops, index, options.size) for index in (first, second)])
        with torch.autocast(device, torch.bfloat16):
            vectors = model.embedder(views.contiguous(memory_format=torch.channels_last))
        both = torch.cat([first, second])
        same = instance_loss(vectors, crops.identities[both])
        kind = direction_loss(vectors, model.kinds, crops.kinds[both])
        label = direction_loss(vectors, model.labels, crops.labels[both])
        loss = same + options.kind_weight * kind + 0.3 * label
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
        optimiser.step()
        schedule.step()
        average.update(model)
        if (step + 1) % options.report_every == 0:
            parts = f"same {same.item():.3f} kind {kind.item():.3f} label {label.item():.3f}"
            print(f"step {step + 1} {time.time() - started:.0f}s {parts}", flush=True)
    return average.model.embedder


def embed_onnx(session, squares, batch=64):
    parts = [
        session.run(None, {"crops": part.astype(np.float32)})[0]
        for part in np.split(squares, range(batch, len(squares), batch))
    ]
    return np.concatenate(parts)


def evaluate(path, items, options):
    """Scores of the ONNX file: street and garments together, the demo apart."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    squares = np.stack([product_crop(item[0], item[1], options.size) for item in items]).transpose(0, 3, 1, 2)
    vectors = embed_onnx(session, squares)
    kinds, names = np.array([i[2] for i in items]), np.array([i[4] for i in items])
    val, world = np.array([i[5] == "val" for i in items]), np.array([i[6] for i in items])
    real = np.isin(world, ["street", "garments"])
    gallery = np.flatnonzero(real)
    position = {n: at for at, n in enumerate(gallery)}
    asked = np.flatnonzero(real & val)
    own = np.array([position[n] for n in asked])

    fix_seeds(options.seed)
    changed = CropSet([items[n] for n in asked], "cpu")
    views = random_views(changed, torch.arange(len(asked)), options.size).round().numpy()
    queries = embed_onnx(session, views)
    found, sure = nearest(queries, vectors[gallery])
    other, near = nearest(vectors[asked], vectors[gallery], own)
    absent, doubt = nearest(queries, vectors[gallery], own)
    same_kind = kinds[gallery][other] == kinds[asked]
    # As many queries whose item is missing from the gallery as queries whose item is there.
    all_sure = np.concatenate([sure, doubt])
    is_same = np.concatenate([names[gallery][found] == names[asked], np.zeros(len(asked), bool)])
    scores = {
        "street": {
            "sameItemAtRank1": round(float((found == own).mean()), 3),
            "nearestOfSameKind": round(float(same_kind.mean()), 3),
            "nearestOfSameKindStreetOnly": round(float(same_kind[world[asked] == "street"].mean()), 3),
            "queries": len(asked),
            "gallery": len(gallery),
        }
    }
    similarities = {
        "sameItem": round(threshold_for(all_sure, is_same, 0.9), 3),
        "close": round(threshold_for(near, same_kind, 0.9), 3),
        "similar": round(threshold_for(near, same_kind, 0.8), 3),
    }
    products = np.flatnonzero(world == "product")
    worn = np.flatnonzero((world == "demo") & val)
    if len(products) and len(worn):
        rank = rank_of_truth(vectors[worn], vectors[products], names[worn], names[products])
        worn_in_training = set(names[(world == "demo") & ~val])
        unseen = np.array([name not in worn_in_training for name in names[worn]])
        scores["demo"] = {
            "productInFirst1": round(float((rank < 1).mean()), 3),
            "productInFirst3": round(float((rank < 3).mean()), 3),
            "productInFirst3NeverSeenWorn": round(float((rank[unseen] < 3).mean()), 3),
            "queries": len(worn),
            "gallery": len(products),
        }
    return scores, similarities


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("packed", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--size", type=int, default=160)
    parser.add_argument("--dimensions", type=int, default=192)
    parser.add_argument("--batch", type=int, default=448)
    parser.add_argument("--steps", type=int, default=900)
    parser.add_argument("--trunk-rate", type=float, default=5e-4)
    parser.add_argument("--head-rate", type=float, default=1e-3)
    parser.add_argument("--kind-weight", type=float, default=0.7)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--report-every", type=int, default=250)
    return parser.parse_args()


def main():
    options = read_options()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    options.output.mkdir(parents=True, exist_ok=True)
    items = listed_crops(options.packed)
    embedder = fit([item for item in items if item[5] == "train"], options, device)
    export_embedder(embedder, options.output / "embedder.onnx", options.size)
    scores, similarities = evaluate(options.output / "embedder.onnx", items, options)
    description = {
        "version": VERSION,
        "inputSize": options.size,
        "dimensions": options.dimensions,
        "cropMargin": CROP_MARGIN,
        "fill": 114,
        "fit": "letterbox, centred",
        "calibration": similarities,
        "scores": scores,
    }
    (options.output / "embedder.json").write_text(json.dumps(description, indent=2) + "\n")
    print(json.dumps(description))


if __name__ == "__main__":
    main()
