-- What the operator says about the site. One row.
CREATE TABLE site_settings (
  only_row        boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Null: the product's own.
  name            text,
  -- The address of a stored picture.
  logo            text,
  accent          text CHECK (accent ~ '^#[0-9a-f]{6}$'),
  contact_email   text,
  imprint         text NOT NULL DEFAULT '',
  -- An empty catalogue is not filled with the demo again.
  demo_removed_at timestamptz
);
INSERT INTO site_settings DEFAULT VALUES;
