-- What became of the deletion requests that Facebook sent; nothing in it tells whose they were.
CREATE TABLE facebook_deletions (
  code         text PRIMARY KEY,
  outcome      text NOT NULL CHECK (outcome IN ('deleted', 'unlinked', 'unknown')),
  requested_at timestamptz NOT NULL DEFAULT now()
);
