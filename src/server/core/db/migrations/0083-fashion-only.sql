-- Items of unclear kind are left out. Shops that were added before keep theirs.
ALTER TABLE catalog.feeds
  ADD COLUMN taken_categories text[] NOT NULL DEFAULT '{}',
  ADD COLUMN takes_unclear boolean NOT NULL DEFAULT false;
UPDATE catalog.feeds SET takes_unclear = true;
-- How many items of each of the shop's categories a run left out.
ALTER TABLE catalog.feed_runs ADD COLUMN left_out_by jsonb NOT NULL DEFAULT '{}';
