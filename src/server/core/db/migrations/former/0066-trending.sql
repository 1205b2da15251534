-- How often looks were opened, and nothing about who opened them.
CREATE TABLE look_views (
  day     date NOT NULL,
  look_id bigint NOT NULL,
  views   integer NOT NULL,
  PRIMARY KEY (day, look_id)
);

-- What was looked at lately, as of a moment: an order that stays the same while somebody pages through.
CREATE TABLE trending_looks (
  taken_at timestamptz NOT NULL,
  look_id  bigint NOT NULL,
  views    integer NOT NULL,
  PRIMARY KEY (taken_at, look_id)
);
