"""What the embedder is judged by: retrieval over vectors, and the thresholds read off it."""

import numpy as np


def nearest(queries, gallery, forbidden=None):
    """Index and similarity of each query's best match; `forbidden` names one index per query."""
    similarity = queries @ gallery.T
    if forbidden is not None:
        similarity[np.arange(len(queries)), forbidden] = -2
    best = similarity.argmax(1)
    return best, similarity[np.arange(len(queries)), best]


def rank_of_truth(queries, gallery, query_names, gallery_names, query_groups=None, gallery_groups=None):
    """How many other names come before the right one, per query; within its group where groups are given."""
    similarity = queries @ gallery.T
    if query_groups is not None:
        similarity = np.where(query_groups[:, None] == gallery_groups[None, :], similarity, -2)
    right = query_names[:, None] == gallery_names[None, :]
    best_right = np.where(right, similarity, -2).max(1)
    return ((similarity > best_right[:, None]) & ~right).sum(1)


def word_thresholds(found, truth, precision, least=8):
    """Per word that was answered often enough: where `precision` of its answers are right, counting one more as
    wrong; 1 where they never are. One threshold for all words hides bad ones behind frequent good ones.
    """
    answer, chance = found.argmax(1), found.max(1)
    thresholds = {}
    for word in np.unique(answer):
        chosen = np.flatnonzero(answer == word)
        if len(chosen) < least:
            continue
        chosen = chosen[np.argsort(-chance[chosen])]
        count = np.arange(1, len(chosen) + 1)
        running = np.cumsum(truth[chosen] == word) / (count + 1)
        reached = np.flatnonzero((running >= precision) & (count >= least))
        thresholds[int(word)] = float(chance[chosen][reached[-1]]) if len(reached) else 1.0
    return thresholds


def thresholds_in_sources(sources, precision, frequent=30):
    """`word_thresholds` over all sources together; a word answered `frequent` times in one must be right there too.

    Most street items are plain, and would hide that many a plain garment of a shop is quilted.
    """
    thresholds = word_thresholds(*(np.concatenate(parts) for parts in zip(*sources)), precision)
    for found, truth in sources:
        answered = np.bincount(found.argmax(1), minlength=found.shape[1])
        for word, value in word_thresholds(found, truth, precision).items():
            if answered[word] >= frequent:
                thresholds[word] = max(thresholds[word], value)
    return thresholds


def threshold_for(similarity, correct, precision):
    """The lowest similarity above which at least `precision` of the matches are correct."""
    order = np.argsort(-similarity)
    running = np.cumsum(correct[order]) / np.arange(1, len(order) + 1)
    reached = np.flatnonzero(running >= precision)
    return float(similarity[order][reached[-1]]) if len(reached) else 1.0
