-- Pictures that may be copies of a removed one, but show too little to be sure: shown until an
-- administrator removes them.
CREATE TABLE takedown_suspects (
  takedown_id bigint NOT NULL REFERENCES takedowns (id) ON DELETE CASCADE,
  url text NOT NULL,
  found_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (takedown_id, url)
);
