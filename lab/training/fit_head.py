"""Fits the embedder's head on a frozen trunk: minutes on a CPU, since each crop is seen by the trunk once."""

import copy
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from colours import signature
from crops import CropSet, product_crop, random_views
from fitting import AveragedWeights, cosine_schedule, fix_seeds
from kinds import KINDS

TEMPERATURE, PRODUCT_TEMPERATURE = 0.07, 0.06
FEATURE_NOISE = 0.1
# How far the look moves from the trunk's own projection to the fitted one: all the way forgets street photos.
LOOK_STEP = 0.5


@torch.no_grad()
def features(embedder, squares, device, batch=64):
    """Pooled maps and colours of [N, 3, S, S] pictures, on the CPU."""
    pooled, colours = [], []
    for part in squares.split(batch):
        part = part.to(device).float()
        pooled.append(embedder.pooled(part).float().cpu())
        colours.append(signature(part).cpu())
    return torch.cat(pooled), torch.cat(colours)


def plain_squares(items, size):
    with ThreadPoolExecutor() as pool:
        squares = list(pool.map(lambda item: product_crop(item.picture, item.box, size), items))
    return torch.from_numpy(np.stack(squares)).permute(0, 3, 1, 2)


class Sample:
    """Features of the items with what is known of them; `changed` are second views of the real ones."""

    def __init__(self, embedder, items, size, device):
        self.plain = features(embedder, plain_squares(items, size), device)
        source = np.array([item.source for item in items])
        self.names = [item.identity for item in items]
        self.kinds = torch.tensor([KINDS.index(item.kind) for item in items])
        labels = sorted({item.label for item in items})
        self.labels, self.label_count = torch.tensor([labels.index(item.label) for item in items]), len(labels)
        self.products = torch.from_numpy(np.flatnonzero(source == "product"))
        row = {self.names[n]: r for r, n in enumerate(self.products.tolist())}
        worn = [n for n in np.flatnonzero(source == "demo") if self.names[n] in row]
        self.worn = torch.tensor(worn, dtype=torch.long)
        self.product_of_worn = torch.tensor([row[self.names[n]] for n in worn], dtype=torch.long)
        self.real = torch.from_numpy(np.flatnonzero(np.isin(source, ["street", "shop"])))
        crops = CropSet([items[n] for n in self.real.tolist()], "cpu")
        views = [random_views(crops, part, size).to(torch.uint8) for part in torch.arange(len(self.real)).split(64)]
        self.changed = features(embedder, torch.cat(views), device)

    def kind_loss(self, logits, index):
        return F.cross_entropy(logits, self.kinds[index], label_smoothing=0.05)

    def rarity_weights(self, index):
        """Chances that show rare kinds more often than their share."""
        count = torch.bincount(self.kinds[index], minlength=len(KINDS)).float()
        return count[self.kinds[index]].rsqrt()


def noisy(pooled):
    return pooled * (1 + FEATURE_NOISE * torch.randn_like(pooled))


def start_head(head, sample):
    """Colours: the directions in which items differ most. Kinds: a quick linear classifier."""
    pooled, colours = sample.plain
    directions = torch.linalg.svd(colours, full_matrices=False)[2]
    middle, spread = pooled.mean(0), pooled.std(0).clamp(min=1e-3)
    classifier = nn.Linear(pooled.shape[1], len(KINDS))
    nn.init.zeros_(classifier.weight)
    optimiser = torch.optim.Adam(classifier.parameters(), lr=0.003)
    for _ in range(80):
        chosen = torch.randint(len(pooled), (2048,))
        guess = classifier((pooled[chosen] - middle) / spread)
        loss = F.cross_entropy(guess, sample.kinds[chosen], label_smoothing=0.1)
        loss = loss + 2e-3 * classifier.weight.pow(2).sum()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    with torch.no_grad():
        head.colours.weight.copy_(directions[: head.colours.out_features])
        head.colours.bias.zero_()
        head.kind.weight.copy_(classifier.weight / spread)
        head.kind.bias.copy_(classifier.bias - classifier.weight @ (middle / spread))


def fit_head(embedder, items, size, device, steps=900, batch=512, rate=5e-4, seed=7):
    """Four aims: a worn item finds its product among all products, a changed view finds its item,
    kinds and fine labels lie together, and the look of real items stays as the trunk's training left it.
    """
    fix_seeds(seed)
    embedder = embedder.eval()
    sample = Sample(embedder, items, size, device)
    pooled, colours = sample.plain
    head = embedder.head.float().cpu().train()
    start_head(head, sample)
    projection = copy.deepcopy(head.project.state_dict())
    with torch.no_grad():
        look_before = head.look(pooled)
    labels = nn.Parameter(torch.randn(sample.label_count, head.dimensions))
    matrices = [p for p in head.parameters() if p.dim() > 1] + [labels]
    biases = [p for p in head.parameters() if p.dim() == 1]
    optimiser = torch.optim.AdamW(
        [{"params": matrices, "weight_decay": 0.05}, {"params": biases, "weight_decay": 0.0}], lr=rate
    )
    schedule = cosine_schedule(optimiser, steps, warm_up=20)
    average = AveragedWeights(head, decay=0.99)
    worn_chance, real_chance = sample.rarity_weights(sample.worn), sample.rarity_weights(sample.real)
    for step in range(steps):
        chosen = torch.multinomial(worn_chance, min(batch, len(worn_chance)))
        worn = sample.worn[chosen]
        worn_vectors, worn_kinds = head(noisy(pooled[worn]), colours[worn])
        product_vectors, product_kinds = head(noisy(pooled[sample.products]), colours[sample.products])
        loss = F.cross_entropy(worn_vectors @ product_vectors.T / PRODUCT_TEMPERATURE, sample.product_of_worn[chosen])
        both = torch.cat([worn, sample.products])
        loss = loss + 0.5 * sample.kind_loss(torch.cat([worn_kinds, product_kinds]), both)

        at = torch.multinomial(real_chance, min(batch, len(real_chance)))
        real = sample.real[at]
        plain, _ = head(noisy(pooled[real]), colours[real])
        changed, real_kinds = head(noisy(sample.changed[0][at]), sample.changed[1][at])
        directed = 14 * changed @ F.normalize(labels, dim=1).T
        loss = loss + 0.5 * sample.kind_loss(real_kinds, real)
        loss = loss + 0.4 * F.cross_entropy(directed, sample.labels[real], label_smoothing=0.05)
        views = torch.cat([plain, changed])
        itself = torch.eye(len(views), dtype=torch.bool)
        partner = torch.arange(len(views)).roll(len(at))
        loss = loss + F.cross_entropy((views @ views.T / TEMPERATURE).masked_fill(itself, -1e4), partner)
        look = head.look(pooled[real])
        loss = loss + 50 * (look @ look.T - look_before[real] @ look_before[real].T).pow(2).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        average.update(head)
        if (step + 1) % 50 == 0:
            print(f"head step {step + 1} loss {loss.item():.3f}", flush=True)
    fitted = average.model.project.state_dict()
    average.model.project.load_state_dict(
        {name: torch.lerp(projection[name], fitted[name], LOOK_STEP) for name in projection}
    )
    embedder.head = average.model
    return embedder
