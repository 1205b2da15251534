"""Trains, exports and scores the embedder.

    python3 train_embedder.py PACKED OUTPUT
"""

import argparse
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from crops import CropSet, listed_crops, random_views
from embedder import Embedder
from evaluate_embedder import describe
from fit_head import fit_head
from fitting import AveragedWeights, cosine_schedule, fix_seeds, optimiser_for
from kinds import KINDS

TEMPERATURE = 0.07


class Training(nn.Module):
    """The embedder with what only training needs: directions of the kinds and of the fine labels.

    Only how an item looks is trained together with the trunk; the rest of the head comes after.
    """

    def __init__(self, trunk_folder, label_count):
        super().__init__()
        self.embedder = Embedder(trunk_folder)
        dimensions = self.embedder.head.project.out_features
        self.kinds = nn.Parameter(torch.randn(len(KINDS), dimensions))
        self.labels = nn.Parameter(torch.randn(label_count, dimensions))

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
    model = Training(options.packed / "trunk", crops.label_count).to(device)
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
            vectors = model(views.contiguous(memory_format=torch.channels_last))
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


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("packed", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--size", type=int, default=160)
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
    items = listed_crops(options.packed)
    chosen = [item for item in items if item[5] == "train"]
    embedder = fit_head(fit(chosen, options, device), chosen, options.size, device)
    describe(embedder, items, options.output, options.size, options.seed)


if __name__ == "__main__":
    main()
