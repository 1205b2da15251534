-- Where a shop's products come from, and what became of each reading.
CREATE TABLE catalog.feeds (
  shop_id       integer PRIMARY KEY REFERENCES catalog.shops (id) ON DELETE CASCADE,
  -- The name on the command line.
  name          text NOT NULL UNIQUE,
  -- An address, or an absolute path on the machine that reads it.
  source        text NOT NULL,
  -- Null: found out from the feed itself.
  format        text CHECK (format IN ('google-xml', 'google-tsv', 'awin', 'cj', 'shopify', 'page')),
  -- For feeds that state prices without a currency, or no condition.
  currency      text,
  condition     text CHECK (condition IN ('new', 'refurbished', 'used')),
  -- Null: only when asked.
  every_minutes integer CHECK (every_minutes >= 5),
  next_run_at   timestamptz,
  etag          text,
  last_modified text,
  content_hash  text,
  -- Whom to thank for the pictures.
  credit        text,
  created_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX feeds_due ON catalog.feeds (next_run_at) WHERE next_run_at IS NOT NULL;

CREATE TABLE catalog.feed_runs (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id     integer NOT NULL REFERENCES catalog.shops (id) ON DELETE CASCADE,
  started_at  timestamptz NOT NULL DEFAULT now(),
  ended_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- refused: the feed is broken, and nothing was changed. failed: it could not be read at all.
  outcome     text NOT NULL CHECK (outcome IN ('changed', 'unchanged', 'refused', 'failed')),
  reason      text,
  items       integer NOT NULL DEFAULT 0,
  added       integer NOT NULL DEFAULT 0,
  changed     integer NOT NULL DEFAULT 0,
  unavailable integer NOT NULL DEFAULT 0,
  skipped     integer NOT NULL DEFAULT 0,
  -- The first thousand, as [line, reason].
  problems    jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX feed_runs_newest ON catalog.feed_runs (shop_id, id DESC);
