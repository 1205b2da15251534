-- Who wears a product, as its feed states: women, men, girls, boys, baby, unisex. Empty: unknown.
ALTER TABLE catalog.products
  ADD COLUMN departments text[] NOT NULL DEFAULT '{}'
    CHECK (departments <@ ARRAY['women', 'men', 'girls', 'boys', 'baby', 'unisex']),
  -- 'Pack of 3', 'Set': what the price buys, if it is more than one thing.
  ADD COLUMN sold_as text;

CREATE OR REPLACE FUNCTION catalog.facets_of_products_are_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalog.facets SET vocabulary = 0
  FROM changed JOIN former USING (id)
  WHERE facets.product_id = changed.id
    AND (vocabulary <> 0 OR changed_in <> pg_current_xact_id())
    AND (changed.title, changed.brand, changed.category, changed.kind, changed.colors,
        changed.pattern, changed.material, changed.departments, changed.worn_count = 0)
      IS DISTINCT FROM
      (former.title, former.brand, former.category, former.kind, former.colors,
        former.pattern, former.material, former.departments, former.worn_count = 0);
  RETURN NULL;
END $$;

ALTER TABLE catalog.feeds
  -- The shop's own site, for files that name their items without an address.
  ADD COLUMN shop_url text,
  -- Which column has which attribute, where the operator said so: {"title": "Name"}.
  ADD COLUMN column_map jsonb,
  -- Also items that are nothing to wear.
  ADD COLUMN takes_all boolean NOT NULL DEFAULT false,
  -- The feed and its links may be on the operator's own network. Only a command sets this.
  ADD COLUMN allows_private boolean NOT NULL DEFAULT false;

ALTER TABLE catalog.feed_runs
  -- Sizes that became one item with others.
  ADD COLUMN joined integer NOT NULL DEFAULT 0,
  -- Items that are nothing to wear.
  ADD COLUMN left_out integer NOT NULL DEFAULT 0;

-- What a feed said about each of its items when it was last read. Items that belong together (sizes
-- and colours of one thing) are one cluster; a cluster whose content is the same is not read again.
CREATE TABLE catalog.feed_items (
  shop_id      integer NOT NULL REFERENCES catalog.shops (id) ON DELETE CASCADE,
  shop_item_id text NOT NULL,
  -- A hash of the group's id, or the negative of one of the page's address.
  cluster      bigint NOT NULL,
  content      bigint NOT NULL,
  PRIMARY KEY (shop_id, shop_item_id)
);
CREATE INDEX feed_items_by_cluster ON catalog.feed_items (shop_id, cluster);
