"""Trains, exports and scores the embedder.

    python3 train_embedder.py PACKED OUTPUT
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from crops import CropSet, crops_to_learn, listed_crops, random_views
from embedder import Embedder
from evaluate_embedder import describe
from fit_head import fit_head
from fitting import AveragedWeights, cosine_schedule, fix_seeds, learn, optimiser_for
from kinds import KINDS

TEMPERATURE = 0.07
# How often each source is drawn; of a worn product, how often its other view is its picture, and how often itself.
SOURCE_SHARES = {("street", "shop"): 0.5, ("demo",): 0.42, ("product",): 0.08}
PICTURED_SHARE, TWICE_SHARE = 0.6, 0.2


class Training(nn.Module):
    """The embedder with what only training needs: directions of kinds, of fine labels and of products.

    Only how an item looks is trained together with the trunk; the rest of the head comes after.
    """

    def __init__(self, trunk_folder, label_count, product_count):
        super().__init__()
        self.embedder = Embedder(trunk_folder)
        dimensions = self.embedder.head.project.out_features
        self.kinds = nn.Parameter(torch.randn(len(KINDS), dimensions))
        self.labels = nn.Parameter(torch.randn(label_count, dimensions))
        self.products = nn.Parameter(torch.randn(max(1, product_count), dimensions))

    def forward(self, views):
        return self.embedder.head.look(self.embedder.pooled(views))


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


class Pairs:
    """Draws two crops for each place in a batch: an item twice, a product worn twice, or worn and as pictured."""

    def __init__(self, crops):
        self.identities = crops.identities.cpu()
        by_identity = {}
        for n, identity in enumerate(self.identities.tolist()):
            by_identity.setdefault(identity, []).append(n)
        self.groups = [torch.tensor(group) for group in by_identity.values() if len(group) > 1]
        pictured = np.flatnonzero(crops.sources == "product")
        picture_of = torch.full((int(self.identities.max()) + 1,), -1)
        picture_of[self.identities[pictured]] = torch.from_numpy(pictured)
        self.picture = picture_of[self.identities]
        shown = torch.bincount(crops.kinds.cpu(), minlength=len(KINDS)).float()
        rarity = 1 / shown[crops.kinds.cpu()].sqrt()
        self.chance = torch.zeros(len(rarity))
        for sources, share in SOURCE_SHARES.items():
            chosen = torch.from_numpy(np.isin(crops.sources, sources))
            self.chance[chosen] = share * rarity[chosen] / rarity[chosen].sum().clamp(min=1e-9)
        self.shuffle()

    def shuffle(self):
        self.other = torch.full((len(self.identities),), -1)
        for group in self.groups:
            shuffled = group[torch.randperm(len(group))]
            self.other[shuffled] = shuffled.roll(1)

    def draw(self, count):
        first = torch.multinomial(self.chance, count)
        second = torch.where(torch.rand(count) < PICTURED_SHARE, self.picture[first], self.other[first])
        alone = (second < 0) | (torch.rand(count) < TWICE_SHARE)
        return first, torch.where(alone, first, second)


def fit(items, options, device):
    fix_seeds(options.seed)
    crops = CropSet(items, device)
    products = {n: row for row, n in enumerate(crops.identities[crops.sources == "product"].tolist())}
    product = torch.tensor([products.get(n, -1) for n in crops.identities.tolist()], device=device)
    model = Training(options.packed / "trunk", crops.label_count, len(products)).to(device)
    model = model.to(memory_format=torch.channels_last)
    average = AveragedWeights(model)
    optimiser = optimiser_for(model, options.trunk_rate, options.head_rate)
    schedule = cosine_schedule(optimiser, options.steps)
    pairs, started = Pairs(crops), time.time()
    for step in range(options.steps):
        if step % 20 == 19:
            pairs.shuffle()
        first, second = (part.to(device) for part in pairs.draw(options.batch))
        views = torch.cat([random_views(crops, index, options.size) for index in (first, second)])
        with torch.autocast(device, torch.bfloat16):
            vectors = model(views.contiguous(memory_format=torch.channels_last))
        both = torch.cat([first, second])
        same = instance_loss(vectors, crops.identities[both])
        kind = direction_loss(vectors, model.kinds, crops.kinds[both])
        label = direction_loss(vectors, model.labels, crops.labels[both])
        sold = product[both] >= 0
        worn = direction_loss(vectors[sold], model.products, product[both][sold], sharpness=20.0)
        loss = same + options.kind_weight * kind + 0.3 * label + options.product_weight * worn
        learn(loss, model, optimiser, schedule, average)
        if (step + 1) % options.report_every == 0:
            parts = f"same {same.item():.3f} kind {kind.item():.3f} label {label.item():.3f} worn {worn.item():.3f}"
            print(f"step {step + 1} {time.time() - started:.0f}s {parts}", flush=True)
    return average.model.embedder


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("packed", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--size", type=int, default=160)
    parser.add_argument("--batch", type=int, default=448)
    parser.add_argument("--steps", type=int, default=2500)
    parser.add_argument("--trunk-rate", type=float, default=5e-4)
    parser.add_argument("--head-rate", type=float, default=1e-3)
    parser.add_argument("--kind-weight", type=float, default=0.7)
    parser.add_argument("--product-weight", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--report-every", type=int, default=250)
    return parser.parse_args()


def main():
    options = read_options()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    items = listed_crops(options.packed)
    chosen = crops_to_learn(items, options.packed)
    embedder = fit_head(fit(chosen, options, device), chosen, options.size, device)
    describe(embedder, items, options.output, options.size, options.seed)


if __name__ == "__main__":
    main()
