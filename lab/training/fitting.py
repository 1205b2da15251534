"""What the trainings share: seeds, learning-rate schedule, averaged weights, one step."""

import copy
import math
import os
import random
from pathlib import Path

import numpy as np
import torch


def fix_seeds(seed):
    """The same numbers in the same order. The variable must be set before the GPU is first used."""
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    torch.backends.cudnn.benchmark = False
    # Warns where an operation has no fixed order on a GPU, instead of refusing to train.
    torch.use_deterministic_algorithms(True, warn_only=True)
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


class AveragedWeights:
    """An exponential moving average of a model's weights: the model that is kept."""

    def __init__(self, model, decay=0.998):
        self.model, self.decay, self.updates = copy.deepcopy(model).eval(), decay, 0
        for parameter in self.model.parameters():
            parameter.requires_grad_(False)

    @torch.no_grad()
    def update(self, model):
        self.updates += 1
        decay = min(self.decay, (1 + self.updates) / (10 + self.updates))
        kept, new = list(self.model.parameters()), [p.detach() for p in model.parameters()]
        torch._foreach_mul_(kept, decay)
        torch._foreach_add_(kept, new, alpha=1 - decay)


@torch.no_grad()
def averaged(models):
    """One model with the mean weights of several that went on from the same start with other seeds.

    Rare kinds have a handful of items, and what a single run makes of them is chance.
    """
    mean = copy.deepcopy(models[0])
    for parameter, *others in zip(mean.parameters(), *(model.parameters() for model in models)):
        parameter.copy_(torch.stack(others).mean(0))
    return mean


def fitted_at_once(fit_one, options, empty):
    """The mean of one model per seed; each is fitted by `fit_one(seed, options)` in a process of its own.

    One training of these small networks leaves most of a GPU idle. `empty` takes the weights.
    """
    torch.multiprocessing.spawn(save_fitted, (fit_one, options), len(options.seeds))
    models = []
    for seed in options.seeds:
        models.append(copy.deepcopy(empty))
        models[-1].load_state_dict(torch.load(part_of(options, seed)))
        part_of(options, seed).unlink()
    return averaged(models)


def part_of(options, seed):
    return Path(options.output) / f"seed-{seed}.pt"


def save_fitted(place, fit_one, options):
    seed = options.seeds[place]
    torch.save(fit_one(seed, options).cpu().state_dict(), part_of(options, seed))


def optimiser_for(model, trunk_rate, head_rate, decay=0.05):
    """AdamW with a lower rate for the pretrained trunk, and no decay on biases."""
    groups = []
    for in_trunk, rate in ((True, trunk_rate), (False, head_rate)):
        for matrices in (True, False):
            chosen = [
                p for name, p in model.named_parameters()
                if ("trunk." in name) == in_trunk and (p.dim() > 1) == matrices
            ]  # fmt: skip
            groups.append({"params": chosen, "lr": rate, "weight_decay": decay if matrices else 0.0})
    return torch.optim.AdamW(groups)


def cosine_schedule(optimiser, steps, warm_up=100):
    def rate(step):
        if step < warm_up:
            return (step + 1) / warm_up
        return 0.02 + 0.98 * (1 + math.cos(math.pi * (step - warm_up) / max(1, steps - warm_up))) / 2

    return torch.optim.lr_scheduler.LambdaLR(optimiser, rate)


def learn(loss, model, optimiser, schedule, average):
    """One step down the loss, and what follows from it."""
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
    optimiser.step()
    schedule.step()
    average.update(model)
