-- The shop's own page, where the link leads through an affiliate network: visiting that would count as
-- a click. Null if the link itself is the page.
ALTER TABLE catalog.offers ADD COLUMN page_url text;

-- Offers that somebody viewed or saved lately; their pages are visited again. Nobody's name or time of
-- visit is kept.
CREATE TABLE catalog.offer_checks (
  offer_id      bigint PRIMARY KEY REFERENCES catalog.offers (id) ON DELETE CASCADE,
  wanted_at     timestamptz NOT NULL DEFAULT now(),
  next_check_at timestamptz NOT NULL DEFAULT now(),
  attempted_at  timestamptz,
  failures      integer NOT NULL DEFAULT 0,
  etag          text,
  last_modified text,
  -- What the feed or file said (price, availability) where the page said otherwise: repeated by its
  -- source, that is no news.
  source_says   jsonb
);
CREATE INDEX offer_checks_due ON catalog.offer_checks (next_check_at);
CREATE INDEX offer_checks_wanted ON catalog.offer_checks (wanted_at);

-- One request per second and host, of all servers together.
CREATE TABLE catalog.visited_hosts (
  -- With its port, if it has one.
  host          text PRIMARY KEY,
  next_visit_at timestamptz NOT NULL DEFAULT now(),
  -- Its robots.txt; null if everything is forbidden for now. Valid until `robots_until`.
  robots        text,
  robots_until  timestamptz
);
