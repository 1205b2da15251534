-- How many offers of the shop could be bought after the run. Null in runs of earlier versions, and of
-- the previous version beside this one: then they are counted.
ALTER TABLE catalog.feed_runs ADD COLUMN offers integer;
