"""From which probability a word may be shown. Needs numpy only: python3 -m unittest, in this folder."""

import unittest

import numpy as np

from retrieval import threshold_for, thresholds_in_sources, word_thresholds


def answers(*said):
    """Probabilities and labels of items: (answered word, its probability, whether it is right) each, of two words."""
    found = np.array([[chance, 1 - chance][:: 1 if word == 0 else -1] for word, chance, _ in said])
    return found, np.array([word if is_right else 1 - word for word, _, is_right in said])


def falling(word, right, wrong, start=0.99):
    """Answers of one word, less and less sure: first the right ones, then the wrong ones."""
    return [(word, start - n / 1000, n < right) for n in range(right + wrong)]


class WordThresholds(unittest.TestCase):
    def test_lowest_from_which_nine_of_ten_are_right_counting_one_more_as_wrong(self):
        # 27 of 29, and one more as wrong, are nine of ten; 27 of 30 and one more are not.
        found, truth = answers(*falling(0, right=27, wrong=9))
        self.assertAlmostEqual(word_thresholds(found, truth, 0.9)[0], 0.99 - 28 / 1000)

    def test_never_where_the_surest_answers_are_wrong(self):
        wrong_first = [(0, chance, not is_right) for _, chance, is_right in falling(0, right=5, wrong=20)]
        self.assertEqual(word_thresholds(*answers(*wrong_first), 0.9), {0: 1.0})

    def test_none_for_a_word_that_was_answered_too_seldom(self):
        self.assertEqual(word_thresholds(*answers(*falling(1, right=7, wrong=0)), 0.9), {})

    def test_of_one_word_says_nothing_about_the_other(self):
        found, truth = answers(*falling(0, right=40, wrong=0), *falling(1, right=0, wrong=40))
        self.assertEqual(word_thresholds(found, truth, 0.9), {0: found[39, 0], 1: 1.0})


class ThresholdsInSources(unittest.TestCase):
    street = answers(*falling(0, right=300, wrong=0))

    def test_a_word_that_is_frequent_in_one_source_must_be_right_there_too(self):
        shop = answers(*falling(0, right=27, wrong=10, start=0.8))
        together = word_thresholds(*(np.concatenate(parts) for parts in zip(self.street, shop)), 0.9)
        self.assertLess(together[0], 0.8 - 28 / 1000)
        self.assertAlmostEqual(thresholds_in_sources([self.street, shop], 0.9)[0], 0.8 - 28 / 1000)

    def test_a_few_answers_in_one_source_do_not_count_alone(self):
        shop = answers(*falling(0, right=9, wrong=20, start=0.8))
        together = word_thresholds(*(np.concatenate(parts) for parts in zip(self.street, shop)), 0.9)
        self.assertEqual(thresholds_in_sources([self.street, shop], 0.9), together)


class ThresholdFor(unittest.TestCase):
    def test_lowest_similarity_above_which_enough_matches_are_right(self):
        similarity = np.array([0.9, 0.5, 0.8, 0.7, 0.6])
        self.assertEqual(threshold_for(similarity, np.array([1, 1, 1, 0, 1]), 0.8), 0.5)
        self.assertEqual(threshold_for(similarity, np.array([1, 0, 1, 0, 1]), 0.8), 0.8)
        self.assertEqual(threshold_for(similarity, np.zeros(5), 0.8), 1.0)


if __name__ == "__main__":
    unittest.main()
