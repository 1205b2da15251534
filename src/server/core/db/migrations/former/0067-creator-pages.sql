-- The looks of a creator in their own order; those that are not here follow, the newest first.
CREATE TABLE creator_looks (
  user_id text NOT NULL REFERENCES creators (user_id) ON DELETE CASCADE,
  look_id bigint NOT NULL,
  place   integer NOT NULL,
  PRIMARY KEY (user_id, look_id)
);
-- Of public boards on the page of their creator.
ALTER TABLE boards ADD COLUMN place integer NOT NULL DEFAULT 0;
