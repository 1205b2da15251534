-- The database of a new installation. Databases of earlier versions reach the same schema through the
-- migrations in the folder `former`; baseline.test.ts compares both. Do not edit: changes are later
-- migrations.
--
-- Tables are grouped by subject. After a table come its indexes, then its triggers with their functions.

-- Words are found despite typing errors (pg_trgm) and accents (unaccent).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- What the site shows: people, their looks, products and offers. Other tables are in `public`.
CREATE SCHEMA catalog;

-- Search documents, which can also be copied to a database of their own.
CREATE SCHEMA search;

-- -------------------------------------------------------------------------------------------------
-- Words and names
-- -------------------------------------------------------------------------------------------------

-- Words as they are indexed and searched: unchanged, except for accents.
CREATE TEXT SEARCH CONFIGURATION catalog_words (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION catalog_words
  ALTER MAPPING FOR word, numword, hword, numhword, hword_part, hword_numpart
  WITH unaccent, simple;

-- unaccent() is only STABLE because its dictionary could be swapped; ours is named, so this may be indexed.
CREATE FUNCTION catalog_fold(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(unaccent('unaccent'::regdictionary, value));

-- A name as people type it: without accents and punctuation, '$' as s.
CREATE FUNCTION catalog.name_words(name text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN string_to_array(trim(regexp_replace(regexp_replace(
    replace(replace(catalog_fold(name), '$', 's'), '&', ' and '), '[''’`]', '', 'g'),
    '[^[:alnum:]]+', ' ', 'g')), ' ');

-- An index of trigrams finds three characters and more, one of these fewer.
CREATE FUNCTION letters_and_pairs(words text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN string_to_array(words, NULL) || ARRAY(SELECT one || next
    FROM unnest(string_to_array(words, NULL), string_to_array(substr(words, 2), NULL))
      AS pair(one, next)
    WHERE next IS NOT NULL);

-- -------------------------------------------------------------------------------------------------
-- Users and how they sign in
-- -------------------------------------------------------------------------------------------------

-- A person with an account.
CREATE TABLE users (
  id             text PRIMARY KEY,
  name           text NOT NULL,
  -- Lower case. If a provider gives none, it is one under .invalid, which is never shown.
  email          text NOT NULL UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  -- Where the provider keeps the picture; what is shown is our own copy in user_pictures.
  image          text,
  is_invite_user boolean NOT NULL DEFAULT false,
  -- When an invite code was redeemed; null: the person may not add products.
  invited_at     timestamptz,
  last_login_at  timestamptz,
  created_at     timestamptz NOT NULL DEFAULT now(),
  updated_at     timestamptz NOT NULL DEFAULT now(),
  is_admin       boolean NOT NULL DEFAULT false,
  -- A suspended user has no sessions and cannot begin one.
  suspended_at   timestamptz,
  -- The role that the OpenID provider gave a user: it may take away this one, and no other.
  claimed_role   text CHECK (claimed_role IN ('invited', 'admin')),
  -- Who publishes looks: a creator on a page of their own, an editor for anyone.
  publisher_role text CHECK (publisher_role IN ('creator', 'editor'))
);
CREATE INDEX users_admins ON users (id) WHERE is_admin;
CREATE INDEX users_newest ON users (created_at DESC, id DESC);
CREATE INDEX users_suspended ON users (created_at DESC, id DESC) WHERE suspended_at IS NOT NULL;
CREATE INDEX users_invited ON users (created_at DESC, id DESC) WHERE invited_at IS NOT NULL;
CREATE INDEX users_by_trigram ON users USING gin (lower(name || ' ' || email) gin_trgm_ops);
CREATE INDEX users_by_letters ON users
  USING gin (letters_and_pairs(lower(name || ' ' || email)));
CREATE INDEX users_publishers ON users (publisher_role, created_at DESC, id DESC)
  WHERE publisher_role IS NOT NULL;

-- A way in which a user signs in: an account at a provider, an e-mail address, or all passkeys.
CREATE TABLE accounts (
  id                       text PRIMARY KEY,
  account_id               text NOT NULL,
  provider_id              text NOT NULL,
  user_id                  text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Encrypted. Only Facebook's is kept, for the profile picture.
  access_token             text,
  -- Unused.
  refresh_token            text,
  -- Only ever needed while signing in, so nothing may keep it.
  id_token                 text CHECK (id_token IS NULL),
  access_token_expires_at  timestamptz,
  -- Unused.
  refresh_token_expires_at timestamptz,
  scope                    text,
  password                 text CHECK (password IS NULL),
  created_at               timestamptz NOT NULL DEFAULT now(),
  updated_at               timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id),
  UNIQUE (user_id, provider_id)
);

-- A browser in which a user is signed in.
CREATE TABLE sessions (
  id               text PRIMARY KEY,
  token            text NOT NULL UNIQUE,
  user_id          text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- How this session began.
  provider         text NOT NULL CONSTRAINT sessions_provider_known
    CHECK (provider IN ('google', 'facebook', 'oidc', 'email', 'passkey', 'invite')),
  expires_at       timestamptz NOT NULL,
  -- Null for provider users, whose sessions slide. An invite session can never outlive its day.
  hard_expires_at  timestamptz,
  ip_address       text,
  user_agent       text,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  -- When it was last used, and when its user last proved to the provider who they are.
  last_seen_at     timestamptz NOT NULL DEFAULT now(),
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (expires_at <= hard_expires_at),
  CHECK (provider <> 'invite' OR hard_expires_at IS NOT NULL)
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_ended ON sessions (expires_at);

-- Tells all servers that a session has ended, so that they end its live streams at once. Expired
-- sessions are swept in bulk; servers notice those by themselves.
CREATE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ended', json_build_object('uid', OLD.user_id, 'session', OLD.id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_live AFTER DELETE ON sessions
  FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION announce_session_end();

-- The state of a sign-in that was under way. Nothing writes it any more.
CREATE TABLE verifications (
  id         text PRIMARY KEY,
  identifier text NOT NULL,
  value      text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_by_identifier ON verifications (identifier);
CREATE INDEX verifications_ended ON verifications (expires_at);

-- Our copy of a user's profile picture.
CREATE TABLE user_pictures (
  user_id    text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  content    bytea NOT NULL,
  media_type text NOT NULL,
  version    text NOT NULL
);

-- A passkey. While a user has any, `accounts` has one row for all of them, with the provider 'passkey'.
CREATE TABLE passkeys (
  -- Of the credential, in base64url.
  id           text PRIMARY KEY,
  user_id      text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  public_key   bytea NOT NULL,
  counter      bigint NOT NULL,
  transports   text[] NOT NULL,
  name         text NOT NULL,
  is_synced    boolean NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);

-- A challenge that was answered, so that it is not answered again. Challenges are signed, not stored.
CREATE TABLE passkey_challenges_spent (
  challenge  text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_spent_ended ON passkey_challenges_spent (expires_at);

-- An e-mail with a link and a code for signing in. The account's provider is 'email' and its id the
-- address.
CREATE TABLE email_codes (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purpose         text NOT NULL CHECK (purpose IN ('sign-in', 'link', 'confirm')),
  email           text NOT NULL,
  -- Who links the address or confirms who they are; null for a sign-in.
  user_id         text REFERENCES users (id) ON DELETE CASCADE,
  code_hash       bytea NOT NULL,
  link_hash       bytea NOT NULL UNIQUE,
  -- Of the browser that asked.
  browser_hash    bytea NOT NULL,
  redirect        text,
  -- Counted apart, so that strangers who guess cannot use up the tries of the browser that asked.
  tries_here      integer NOT NULL DEFAULT 0,
  tries_elsewhere integer NOT NULL DEFAULT 0,
  expires_at      timestamptz NOT NULL,
  -- Several requesters share it, so that a stranger who asks for many cannot keep the owner out. A
  -- shared code has more digits, and any browser may enter it.
  is_shared       boolean NOT NULL DEFAULT false
);
CREATE INDEX email_codes_by_email ON email_codes (email, id DESC);
CREATE INDEX email_codes_ended ON email_codes (expires_at);

-- An invitation: a code of six characters or a reference link. Neither can be read back from its hash.
CREATE TABLE invites (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind        text NOT NULL CHECK (kind IN ('code', 'ref')),
  secret_hash bytea NOT NULL UNIQUE,
  email       text,
  name        text,
  phone       text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  used_by     text REFERENCES users (id) ON DELETE SET NULL,
  revoked_at  timestamptz,
  created_by  text REFERENCES users (id) ON DELETE SET NULL,
  CHECK (kind = 'code' OR email IS NOT NULL)
);
CREATE INDEX invites_used_by ON invites (used_by) WHERE used_by IS NOT NULL;
CREATE INDEX invites_created_by ON invites (created_by) WHERE created_by IS NOT NULL;

-- A one-time key of somebody whose account an invitation made.
CREATE TABLE sign_in_keys (
  key_hash   bytea PRIMARY KEY,
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_keys_of_user ON sign_in_keys (user_id);

-- Somebody who asks for an invitation. One row for each address, however often it asks.
CREATE TABLE invite_requests (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email       text NOT NULL UNIQUE CHECK (char_length(email) <= 320),
  -- Null: asked without an account, so the address is not proved.
  user_id     text REFERENCES users (id) ON DELETE CASCADE,
  message     text NOT NULL CHECK (char_length(message) <= 500),
  asked_at    timestamptz NOT NULL DEFAULT now(),
  -- Kept for a while after it was declined, so that asking again changes nothing.
  declined_at timestamptz
);
CREATE INDEX invite_requests_user ON invite_requests (user_id) WHERE user_id IS NOT NULL;

-- A link that makes somebody an administrator.
CREATE TABLE setup_links (
  secret_hash bytea PRIMARY KEY,
  expires_at  timestamptz NOT NULL,
  -- Made by a command: it also works when there is an administrator.
  is_extra    boolean NOT NULL
);

-- What became of a deletion request that Facebook sent; nothing in it tells whose it was.
CREATE TABLE facebook_deletions (
  code         text PRIMARY KEY,
  outcome      text NOT NULL CHECK (outcome IN ('deleted', 'unlinked', 'unknown')),
  requested_at timestamptz NOT NULL DEFAULT now()
);

-- -------------------------------------------------------------------------------------------------
-- Catalogue
-- -------------------------------------------------------------------------------------------------

-- Ids of products and worn items never coincide, so one call may take either.
CREATE SEQUENCE catalog.ids;

-- A person whose looks are shown: a celebrity, or a creator who publishes here.
CREATE TABLE catalog.people (
  id            integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name          text NOT NULL UNIQUE,
  image         text NOT NULL,
  style_type    text NOT NULL CHECK (style_type IN ('celebrity', 'creator')),
  home_rank     integer,
  look_count    integer NOT NULL DEFAULT 0,
  -- Distinct products.
  product_count integer NOT NULL DEFAULT 0,
  folded_name   text NOT NULL GENERATED ALWAYS AS (catalog_fold(name)) STORED,
  -- People are told apart by it. Servers compute it, because what PostgreSQL folds depends on its locale.
  -- Null: not computed yet, as for people whom an earlier version added.
  name_key      text
);
CREATE INDEX people_by_name ON catalog.people (folded_name, id);
CREATE INDEX people_by_style ON catalog.people (style_type, folded_name, id);
CREATE INDEX people_by_image ON catalog.people (image);
CREATE INDEX people_home ON catalog.people (home_rank) WHERE home_rank IS NOT NULL;
CREATE INDEX people_by_trigram ON catalog.people USING gin (folded_name gin_trgm_ops);
CREATE INDEX people_by_name_words ON catalog.people USING gin (catalog.name_words(name));
CREATE INDEX people_by_name_key ON catalog.people (name_key);

-- A photo of a person. It is public exactly while it has a row here.
CREATE TABLE catalog.looks (
  id                 bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  url                text NOT NULL UNIQUE,
  person_id          integer NOT NULL REFERENCES catalog.people (id),
  width              integer CHECK (width > 0),
  height             integer CHECK (height > 0),
  color              text CHECK (color ~ '^#[0-9a-f]{6}$'),
  -- Where the picture was published, whom to credit, under which licence, and when it was taken.
  source             text,
  credit             text,
  licence            text,
  taken_on           date,
  product_count      integer NOT NULL DEFAULT 0,
  first_product_name text NOT NULL DEFAULT '',
  -- A pseudo-random number that never changes: a seeded order walks ranges of it (decision 010).
  shuffle            integer NOT NULL GENERATED ALWAYS AS (hashtext(url) & 2147483647) STORED,
  -- Who published a look in the studio; null for looks of catalogue files.
  published_by       text,
  published_role     text CHECK (published_role IN ('creator', 'editor')),
  published_at       timestamptz,
  -- When a look came into the catalogue: feeds and followers see the newest first.
  added_at           timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX looks_shuffled ON catalog.looks (shuffle, id);
CREATE INDEX looks_of_person ON catalog.looks (person_id, shuffle, id);
CREATE INDEX looks_newest ON catalog.looks (added_at DESC, id DESC);
CREATE INDEX looks_newest_of_person ON catalog.looks (person_id, added_at DESC, id DESC);

-- A web shop.
CREATE TABLE catalog.shops (
  id        integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name      text NOT NULL,
  -- Of its product pages, without 'www.'. An offer without a feed belongs to the shop of its host.
  host      text UNIQUE,
  home_page text
);
CREATE INDEX shops_by_name_words ON catalog.shops USING gin (catalog.name_words(name));

-- The host of a shop's address.
CREATE FUNCTION catalog.host_of(url text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(
    lower(substring(url FROM '(?i)^https?://(?:[^/?#@]*@)?(\[[^]]*\]|[^/?#:]+)')), '^www\.', '');

-- The identity of a product: its GTIN, else brand and MPN, else the shop and its id there, else its
-- URL with its name, because one URL may list several things. Never the name alone: what has none of
-- these is known only by the row it came in.
CREATE FUNCTION catalog.key_of_product(gtin text, brand text, mpn text, shop_id integer,
    shop_item_id text, url text, title text, row_key uuid) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN gtin IS NOT NULL THEN md5(E'gtin\n' || gtin)::uuid
    WHEN brand IS NOT NULL AND mpn IS NOT NULL
      THEN md5(E'mpn\n' || lower(brand) || E'\n' || lower(mpn))::uuid
    WHEN shop_id IS NOT NULL AND shop_item_id IS NOT NULL
      THEN md5(E'shop\n' || shop_id || E'\n' || shop_item_id)::uuid
    WHEN url <> '' THEN md5(lower(title) || E'\n' || url)::uuid
    ELSE row_key END;

-- Each of the keys that catalog.key_of_product may choose from, and the row's own.
CREATE FUNCTION catalog.identities_of(gtin text, brand text, mpn text, shop_id integer,
    shop_item_id text, url text, title text, row_key uuid) RETURNS uuid[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_remove(ARRAY[
    md5(E'gtin\n' || gtin)::uuid,
    md5(E'mpn\n' || lower(brand) || E'\n' || lower(mpn))::uuid,
    md5(E'shop\n' || shop_id || E'\n' || shop_item_id)::uuid,
    CASE WHEN url <> '' THEN md5(lower(title) || E'\n' || url)::uuid END,
    row_key], NULL);

-- A whole catalogue is not queued product by product, because a row of jobs for each made importing a
-- third longer (measured with 200,000). Servers are notified, and compare it with its vectors page by page.
CREATE FUNCTION is_many(counted bigint) RETURNS boolean
  LANGUAGE sql IMMUTABLE RETURN counted > 1000;

-- A product, whoever sells or wears it.
CREATE TABLE catalog.products (
  id           bigint PRIMARY KEY DEFAULT nextval('catalog.ids'),
  -- See catalog.key_of_product; also the key of the product's vectors. It never changes.
  product_key  uuid NOT NULL UNIQUE,
  title        text NOT NULL,
  brand        text,
  category     text,
  kind         text,
  colors       text[],
  pattern      text,
  material     text,
  sleeve       text,
  fit          text,
  -- Unused: what was seen in a picture is in seen_attributes.
  seen         text[] NOT NULL DEFAULT '{}',
  -- In the order they are shown.
  pictures     text[] NOT NULL DEFAULT '{}',
  gtin         text CHECK (gtin ~ '^[0-9]{14}$'),
  mpn          text,
  description  text,
  -- Whose statements these are: a feed's shop, or null for the catalogue file. Other sources only
  -- fill gaps; otherwise two feeds with one product would overwrite each other in every run.
  described_by integer REFERENCES catalog.shops (id),
  worn_count   integer NOT NULL DEFAULT 0,
  -- Words of worn items include the person and stand in worn_items.
  search       tsvector GENERATED ALWAYS AS (CASE WHEN worn_count = 0 THEN
    setweight(to_tsvector('catalog_words', title), 'A')
      || setweight(to_tsvector('catalog_words', coalesce(brand, '')), 'B')
      || setweight(to_tsvector('catalog_words',
        coalesce(category, '') || ' ' || coalesce(kind, '')), 'C') END) STORED,
  -- Who wears a product, as its feed states: women, men, girls, boys, baby, unisex. Empty: unknown.
  departments  text[] NOT NULL DEFAULT '{}'
    CHECK (departments <@ ARRAY['women', 'men', 'girls', 'boys', 'baby', 'unisex']),
  -- 'Pack of 3', 'Set': what the price buys, if it is more than one thing.
  sold_as      text
);
CREATE INDEX products_by_picture ON catalog.products USING gin (pictures);
CREATE INDEX products_by_words ON catalog.products USING gin (search) WHERE worn_count = 0;
CREATE UNIQUE INDEX products_by_gtin ON catalog.products (gtin) WHERE gtin IS NOT NULL;
-- Brand and MPN identify a product that has no GTIN.
CREATE INDEX products_by_mpn ON catalog.products (lower(brand), lower(mpn)) WHERE mpn IS NOT NULL;

-- New and changed products are looked at within seconds; the vectors of removed ones go with them. A
-- vector is made from the pictures, the category, and for a product without a picture of its own the part
-- of the look it is worn in.
CREATE FUNCTION look_at_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_many((SELECT count(*) FROM changed)) THEN
    PERFORM pg_notify('catalog_to_compare', '');
    PERFORM pg_notify('jobs', 'product-vector');
  ELSE
    PERFORM ask_for_jobs('product-vector', array_agg(DISTINCT product_key::text)) FROM changed
      HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER products_look_at_new AFTER INSERT ON catalog.products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION look_at_new_products();

CREATE FUNCTION catalog.look_at_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ask_for_jobs('product-vector', array_agg(product_key::text))
    FROM changed JOIN former USING (id, product_key)
    WHERE (changed.pictures, changed.category) IS DISTINCT FROM (former.pictures, former.category)
    HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER products_look_at_changed AFTER UPDATE ON catalog.products
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION catalog.look_at_changed_products();

CREATE FUNCTION catalog.forget_removed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_vectors(array_agg(product_key::text)) FROM former HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER products_forget_removed AFTER DELETE ON catalog.products
  REFERENCING OLD TABLE AS former
  FOR EACH STATEMENT EXECUTE FUNCTION catalog.forget_removed_products();

CREATE FUNCTION search.note_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search.changes (product_id) SELECT id FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER products_document_added AFTER INSERT ON catalog.products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.note_products();

-- These columns are in no document.
CREATE FUNCTION search.note_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search.changes (product_id)
    SELECT changed.id FROM changed JOIN former USING (id)
    WHERE (to_jsonb(changed) - '{gtin,mpn,described_by,fit}'::text[])
      <> (to_jsonb(former) - '{gtin,mpn,described_by,fit}'::text[]);
  RETURN NULL;
END $$;
CREATE TRIGGER products_document_changed AFTER UPDATE ON catalog.products
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_products();

-- A whole catalogue at once is no news, and a row for each product would slow its import.
CREATE FUNCTION catalog.note_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog.events (kind, product_id)
    SELECT 'product-added', id FROM changed WHERE (SELECT count(*) FROM changed) <= 10000;
  RETURN NULL;
END $$;
CREATE TRIGGER products_note_added AFTER INSERT ON catalog.products
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION catalog.note_added_products();

CREATE FUNCTION catalog.note_removed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog.events (kind, product_id) SELECT 'product-removed', id FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER products_note_removed AFTER DELETE ON catalog.products
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION catalog.note_removed_products();

-- Alerts end with their product, and go on if its removal is undone.
CREATE FUNCTION note_alerts_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.alerts SET ended_at = CASE WHEN TG_OP = 'DELETE' THEN now() END
  FROM changed WHERE alerts.product_id = changed.id;
  RETURN NULL;
END $$;
CREATE TRIGGER products_alerts_removed AFTER DELETE ON catalog.products
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_products();
CREATE TRIGGER products_alerts_restored AFTER INSERT ON catalog.products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_products();

-- What the models see in a product's picture. Apart from what sources state, so that neither ever
-- overwrites the other: a statement counts first. Nulls are 'not sure'.
CREATE TABLE catalog.seen_attributes (
  product_id bigint PRIMARY KEY REFERENCES catalog.products (id) ON DELETE CASCADE,
  -- Which models looked.
  models     text NOT NULL,
  category   text,
  kind       text,
  type       text,
  colors     text[],
  pattern    text,
  material   text,
  seen_at    timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION search.note_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search.changes (product_id) SELECT DISTINCT product_id FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER seen_document_added AFTER INSERT ON catalog.seen_attributes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.note_parts();
CREATE TRIGGER seen_document_changed AFTER UPDATE ON catalog.seen_attributes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.note_parts();

-- Null: unknown. That is so where the shop does not say, and where it can only be ordered in advance.
CREATE FUNCTION catalog.is_in_stock(availability text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN availability = 'in_stock' THEN true
    WHEN availability IN ('out_of_stock', 'removed') THEN false END;

-- A product at a shop. Products of catalogue files have one too, even without a shop.
CREATE TABLE catalog.offers (
  id              bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  product_id      bigint NOT NULL REFERENCES catalog.products (id) ON DELETE CASCADE,
  shop_id         integer REFERENCES catalog.shops (id),
  -- The shop's own id; null where a catalogue file gave no more than a URL.
  shop_item_id    text,
  -- Empty where a catalogue file gave none.
  url             text NOT NULL,
  -- As the source wrote it.
  price           text NOT NULL,
  price_amount    numeric,
  currency        text,
  availability    text CHECK (availability IN
    ('in_stock', 'out_of_stock', 'preorder', 'backorder', 'removed')),
  condition       text CHECK (condition IN ('new', 'refurbished', 'used')),
  sizes           text[],
  first_seen_at   timestamptz NOT NULL DEFAULT now(),
  -- When a source last changed it. A source that repeats itself changes nothing.
  last_seen_at    timestamptz NOT NULL DEFAULT now(),
  -- When its page was last visited.
  last_checked_at timestamptz,
  -- The shop's own page, where the link leads through an affiliate network: visiting that would count as
  -- a click. Null if the link itself is the page.
  page_url        text
);
CREATE INDEX offers_of_product ON catalog.offers (product_id, id);
CREATE UNIQUE INDEX offers_by_shop_item ON catalog.offers (shop_id, shop_item_id)
  WHERE shop_item_id IS NOT NULL;
CREATE UNIQUE INDEX offers_by_url ON catalog.offers (product_id, url) WHERE shop_item_id IS NULL;

-- Whoever writes an offer, its former price is kept.
CREATE FUNCTION catalog.keep_former_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog.price_changes (offer_id, former_price, former_amount, former_currency)
    SELECT id, former.price, former.price_amount, former.currency
    FROM former JOIN changed USING (id)
    WHERE (former.price_amount, former.currency) IS DISTINCT FROM
        (changed.price_amount, changed.currency)
      OR (former.price_amount IS NULL AND former.price <> changed.price);
  RETURN NULL;
END $$;
CREATE TRIGGER offers_keep_former_prices AFTER UPDATE ON catalog.offers
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION catalog.keep_former_prices();
CREATE TRIGGER offers_document_added AFTER INSERT ON catalog.offers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.note_parts();

-- A part may also move to another product.
CREATE FUNCTION search.note_changed_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search.changes (product_id)
    SELECT product_id FROM changed UNION SELECT product_id FROM former;
  RETURN NULL;
END $$;
CREATE TRIGGER offers_document_changed AFTER UPDATE ON catalog.offers
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_parts();
CREATE TRIGGER offers_document_removed AFTER DELETE ON catalog.offers
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.note_parts();

CREATE FUNCTION catalog.note_changed_offers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalog.events (kind, product_id, offer_id, detail)
  SELECT event.kind, event.product_id, changed.id, jsonb_strip_nulls(event.detail)
  FROM former JOIN changed ON changed.id = former.id
  CROSS JOIN LATERAL (
    SELECT 'price-changed' AS kind, changed.product_id, jsonb_build_object(
        'former_amount', former.price_amount, 'former_currency', former.currency,
        'amount', changed.price_amount, 'currency', changed.currency) AS detail
      WHERE changed.price_amount IS NOT NULL
        AND (former.price_amount, former.currency) IS DISTINCT FROM
          (changed.price_amount, changed.currency)
    UNION ALL
    SELECT CASE WHEN catalog.is_in_stock(changed.availability) THEN 'back-in-stock' ELSE 'sold-out' END,
        changed.product_id,
        jsonb_build_object('amount', changed.price_amount, 'currency', changed.currency)
      WHERE catalog.is_in_stock(changed.availability) AND NOT catalog.is_in_stock(former.availability)
        OR NOT catalog.is_in_stock(changed.availability)
          AND catalog.is_in_stock(former.availability) IS NOT FALSE
    UNION ALL
    -- Sizes that have nothing in common are written in another way; none of them came or went.
    SELECT CASE WHEN one.size = ANY (changed.sizes) THEN 'back-in-stock' ELSE 'sold-out' END,
        changed.product_id, jsonb_build_object('size', one.size,
          'amount', changed.price_amount, 'currency', changed.currency)
      FROM unnest(changed.sizes || former.sizes) AS one(size)
      WHERE catalog.is_in_stock(changed.availability) AND catalog.is_in_stock(former.availability)
        AND changed.sizes && former.sizes
        AND (one.size = ANY (changed.sizes)) <> (one.size = ANY (former.sizes))
    UNION ALL
    SELECT 'product-removed', former.product_id,
        jsonb_build_object('merged_into', changed.product_id)
      WHERE former.product_id <> changed.product_id AND NOT EXISTS
        (SELECT FROM catalog.offers WHERE offers.product_id = former.product_id)
  ) event
  WHERE (former.price_amount, former.currency, former.availability, former.sizes, former.product_id)
    IS DISTINCT FROM
      (changed.price_amount, changed.currency, changed.availability, changed.sizes, changed.product_id);
  RETURN NULL;
END $$;
CREATE TRIGGER offers_note_events AFTER UPDATE ON catalog.offers
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION catalog.note_changed_offers();

CREATE FUNCTION note_alerts_of_offers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.alert_changes (product_id)
    SELECT DISTINCT alerts.product_id FROM public.alerts JOIN changed USING (product_id);
  RETURN NULL;
END $$;
CREATE TRIGGER offers_alerts_added AFTER INSERT ON catalog.offers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_offers();

-- Alerts follow the last offer of a product to the one it became part of.
CREATE FUNCTION note_alerts_of_changed_offers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.alerts SET product_id = changed.product_id
  FROM former JOIN changed ON changed.id = former.id
  WHERE alerts.product_id = former.product_id AND former.product_id <> changed.product_id
    AND NOT EXISTS (SELECT FROM catalog.offers WHERE offers.product_id = former.product_id);
  INSERT INTO public.alert_changes (product_id)
    SELECT alerts.product_id FROM public.alerts JOIN changed USING (product_id)
    UNION SELECT alerts.product_id FROM public.alerts JOIN former USING (product_id);
  RETURN NULL;
END $$;
CREATE TRIGGER offers_alerts_changed AFTER UPDATE ON catalog.offers
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_changed_offers();
CREATE TRIGGER offers_alerts_removed AFTER DELETE ON catalog.offers
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_offers();

-- A change of an offer's price, with the price until then: the present price is the offer's.
CREATE TABLE catalog.price_changes (
  offer_id        bigint NOT NULL REFERENCES catalog.offers (id) ON DELETE CASCADE,
  changed_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  former_price    text NOT NULL,
  former_amount   numeric,
  former_currency text,
  PRIMARY KEY (offer_id, changed_at)
);

-- A product in a look: somebody wears it.
CREATE TABLE catalog.worn_items (
  id                 bigint PRIMARY KEY DEFAULT nextval('catalog.ids'),
  -- A row of a catalogue file is the same item again when image, name and website are the same.
  row_key            uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  look_id            bigint NOT NULL REFERENCES catalog.looks (id),
  -- Not always the look's person: a group photo belongs to the first one named.
  person_id          integer NOT NULL REFERENCES catalog.people (id),
  product_id         bigint NOT NULL REFERENCES catalog.products (id),
  -- The offer that came with it.
  offer_id           bigint REFERENCES catalog.offers (id) ON DELETE SET NULL,
  -- x, y, width and height as fractions of the look, and the point where the item is seen best.
  box                real[] CHECK (cardinality(box) = 4),
  best_seen          real[] CHECK (cardinality(best_seen) = 2),
  -- Who says that it is worn, and how certain that is.
  said_by            text NOT NULL DEFAULT 'catalogue',
  certainty          real NOT NULL DEFAULT 1 CHECK (certainty BETWEEN 0 AND 1),
  -- What the file's row says differently from product and offer (name, price, category, brand,
  -- product_image); mostly null. Without it an export could not repeat the row.
  row_says           jsonb,
  -- The first with its product, of all and of its person: lists show a product once.
  is_first           boolean NOT NULL DEFAULT false,
  is_first_of_person boolean NOT NULL DEFAULT false,
  shuffle            integer NOT NULL GENERATED ALWAYS AS (hashtext(row_key::text) & 2147483647) STORED,
  search             tsvector NOT NULL
);
CREATE INDEX worn_items_of_look ON catalog.worn_items (look_id, id);
CREATE INDEX worn_items_shuffled ON catalog.worn_items (shuffle, id) WHERE is_first;
CREATE INDEX worn_items_of_person ON catalog.worn_items (person_id, shuffle, id)
  WHERE is_first_of_person;
CREATE INDEX worn_items_of_product ON catalog.worn_items (product_id, id);
CREATE INDEX worn_items_of_offer ON catalog.worn_items (offer_id);
CREATE INDEX worn_items_by_words ON catalog.worn_items USING gin (search);

CREATE FUNCTION catalog.look_at_changed_boxes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ask_for_jobs('product-vector', array_agg(DISTINCT product.product_key::text))
    FROM changed JOIN former USING (id)
    JOIN catalog.products product ON product.id = changed.product_id AND product.pictures = '{}'
    WHERE (changed.box, changed.look_id, changed.product_id) IS DISTINCT FROM
      (former.box, former.look_id, former.product_id)
    HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER worn_items_look_at_changed AFTER UPDATE ON catalog.worn_items
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION catalog.look_at_changed_boxes();
CREATE TRIGGER worn_items_document_added AFTER INSERT ON catalog.worn_items
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.note_parts();
CREATE TRIGGER worn_items_document_changed AFTER UPDATE ON catalog.worn_items
  REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_parts();
CREATE TRIGGER worn_items_document_removed AFTER DELETE ON catalog.worn_items
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search.note_parts();

-- Something that happened to a product, offer or look, written in the transaction that changes it,
-- whoever does that; swept after 30 days. Ids are not in the order of commits: a reader that remembers
-- the last id misses events, so readers keep a queue of their own, filled by a trigger on this table.
CREATE TABLE catalog.events (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT now(),
  kind       text NOT NULL CHECK (kind IN ('product-added', 'price-changed', 'sold-out', 'back-in-stock',
    'product-removed', 'look-published', 'look-withdrawn')),
  -- The rows may be gone by now. Null for looks, whose id is in `detail`.
  product_id bigint,
  offer_id   bigint,
  -- former_amount, former_currency, amount, currency; size, if only that one changed; merged_into.
  detail     jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX events_by_time ON catalog.events (at);

CREATE FUNCTION note_alerts_of_searches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM public.alerts WHERE search IS NOT NULL AND confirmed_at IS NOT NULL) THEN
    INSERT INTO public.alert_changes (product_id, event_id)
      SELECT product_id, id FROM changed
      WHERE kind IN ('product-added', 'price-changed', 'back-in-stock');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER events_alerts AFTER INSERT ON catalog.events
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alerts_of_searches();

CREATE FUNCTION queue_catalogue_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_webhooks((SELECT array_agg(DISTINCT kind) FROM added)) THEN
    PERFORM queue_webhooks(array_agg(added.kind ORDER BY added.id), array_agg(added.at ORDER BY added.id),
        array_agg(jsonb_strip_nulls(added.detail || jsonb_build_object(
          'product_id', added.product_id::text, 'offer_id', added.offer_id::text,
          'title', product.title)) ORDER BY added.id))
      FROM added LEFT JOIN catalog.products product ON product.id = added.product_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER events_queue_webhooks AFTER INSERT ON catalog.events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_catalogue_webhooks();

-- A brand, because a query may name one.
CREATE TABLE catalog.brands (
  name  text PRIMARY KEY,
  words text[] NOT NULL GENERATED ALWAYS AS (catalog.name_words(name)) STORED
);
CREATE INDEX brands_by_words ON catalog.brands USING gin (words);

-- A word of the products. Typing errors are corrected against these, which are few, instead of against
-- every product name.
CREATE TABLE catalog.words (
  word text PRIMARY KEY,
  stem text NOT NULL,
  uses integer NOT NULL
);
CREATE INDEX words_by_stem ON catalog.words (stem, uses DESC);
CREATE INDEX words_by_prefix ON catalog.words (word text_pattern_ops);
CREATE INDEX words_by_trigram ON catalog.words USING gin (word gin_trgm_ops);

-- A sample product of the Home slideshow, if the catalogue brings its own; otherwise some of its
-- products are shown.
CREATE TABLE catalog.home_samples (
  place    integer PRIMARY KEY,
  name     text NOT NULL,
  brand    text NOT NULL,
  price    text NOT NULL,
  category text NOT NULL,
  image    text NOT NULL
);

-- One row: counts of the whole catalogue. `products` counts what somebody wears, each once.
CREATE TABLE catalog.totals (
  only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  celebrities integer NOT NULL DEFAULT 0,
  creators    integer NOT NULL DEFAULT 0,
  looks       integer NOT NULL DEFAULT 0,
  products    integer NOT NULL DEFAULT 0
);

INSERT INTO catalog.totals DEFAULT VALUES;

-- The image proxy and the sweep of uploads ask for one picture.
CREATE FUNCTION catalog.has_picture(picture text) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (SELECT FROM catalog.looks WHERE url = picture)
    OR EXISTS (SELECT FROM catalog.products WHERE pictures @> ARRAY[picture]);

CREATE FUNCTION catalog.keep_first(kept anyelement, other anyelement) RETURNS anyelement
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT kept $$;

-- The first value that is not null.
CREATE AGGREGATE catalog.first_stated(anyelement) (SFUNC = catalog.keep_first, STYPE = anyelement);

-- The members of `stated` that differ from `known`, or null.
CREATE FUNCTION catalog.differing(stated jsonb, known jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT jsonb_object_agg(key, value) FROM jsonb_each(stated)
    WHERE value IS DISTINCT FROM known -> key);

-- -------------------------------------------------------------------------------------------------
-- Shops and imports
-- -------------------------------------------------------------------------------------------------

-- Where a shop's products come from.
CREATE TABLE catalog.feeds (
  shop_id        integer PRIMARY KEY REFERENCES catalog.shops (id) ON DELETE CASCADE,
  -- The name on the command line.
  name           text NOT NULL UNIQUE,
  -- An address, or an absolute path on the machine that reads it.
  source         text NOT NULL,
  -- Null: found out from the feed itself.
  format         text CHECK (format IN ('google-xml', 'google-tsv', 'awin', 'cj', 'shopify', 'page')),
  -- For feeds that state prices without a currency, or no condition.
  currency       text,
  condition      text CHECK (condition IN ('new', 'refurbished', 'used')),
  -- Null: only when asked.
  every_minutes  integer CHECK (every_minutes >= 5),
  next_run_at    timestamptz,
  etag           text,
  last_modified  text,
  content_hash   text,
  -- Whom to thank for the pictures.
  credit         text,
  created_at     timestamptz NOT NULL DEFAULT now(),
  -- Until then some server or command reads the feed. Renewed while it does, so that one that died does
  -- not keep the feed from being read.
  reading_until  timestamptz,
  -- The shop's own site, for files that name their items without an address.
  shop_url       text,
  -- Which column has which attribute, where the operator said so: {"title": "Name"}.
  column_map     jsonb,
  -- Also items that are nothing to wear.
  takes_all      boolean NOT NULL DEFAULT false,
  -- The feed and its links may be on the operator's own network. Only a command sets this.
  allows_private boolean NOT NULL DEFAULT false
);
CREATE INDEX feeds_due ON catalog.feeds (next_run_at) WHERE next_run_at IS NOT NULL;

-- One reading of a feed, and what became of it.
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
  problems    jsonb NOT NULL DEFAULT '[]',
  -- How many offers of the shop could be bought after the run. Null in runs of earlier versions: then they
  -- are counted.
  offers      integer,
  -- Sizes that became one item with others.
  joined      integer NOT NULL DEFAULT 0,
  -- Items that are nothing to wear.
  left_out    integer NOT NULL DEFAULT 0
);
CREATE INDEX feed_runs_newest ON catalog.feed_runs (shop_id, id DESC);

-- What a feed said about one of its items when it was last read. Items that belong together (sizes
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

-- A file that an administrator uploaded: it is imported once, or read as the feed of a shop (source
-- 'upload:ID'). Any server may import it, so what is known of it is here and its parts are in the storage.
CREATE TABLE catalog_imports (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL,
  bytes      bigint NOT NULL,
  -- Whether what is not in the file is removed.
  replaces   boolean NOT NULL,
  created_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  state      text NOT NULL DEFAULT 'uploading'
    CHECK (state IN ('uploading', 'running', 'done', 'refused', 'failed')),
  -- Renewed by the server that imports it.
  alive_at   timestamptz NOT NULL DEFAULT now(),
  step       text NOT NULL DEFAULT '',
  rows       integer NOT NULL DEFAULT 0,
  added      integer NOT NULL DEFAULT 0,
  changed    integer NOT NULL DEFAULT 0,
  removed    integer NOT NULL DEFAULT 0,
  errors     integer NOT NULL DEFAULT 0,
  warnings   integer NOT NULL DEFAULT 0,
  -- The first ones.
  problems   jsonb NOT NULL DEFAULT '[]',
  -- Then it stays as long as the shop is read from it.
  is_feed    boolean NOT NULL DEFAULT false
);

-- An offer that somebody viewed or saved lately; its page is visited again. Nobody's name or time of
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

-- A host whose pages are visited: one request per second, of all servers together.
CREATE TABLE catalog.visited_hosts (
  -- With its port, if it has one.
  host          text PRIMARY KEY,
  next_visit_at timestamptz NOT NULL DEFAULT now(),
  -- Its robots.txt; null if everything is forbidden for now. Valid until `robots_until`.
  robots        text,
  robots_until  timestamptz
);

-- The newest exchange rates that any server has fetched. They are only in the database, so that SQL and
-- TypeScript compare prices by the same ones.
CREATE TABLE exchange_rates (
  rates_of date PRIMARY KEY,
  per_euro jsonb NOT NULL
);

-- The European Central Bank's rates of that day; a server with RATES_URL fetches newer ones.
INSERT INTO exchange_rates (rates_of, per_euro) VALUES ('2025-10-09', '{
  "USD": 1.1611, "JPY": 177.4, "BGN": 1.9558, "CZK": 24.326, "DKK": 7.4668, "GBP": 0.8683,
  "HUF": 390.98, "PLN": 4.2548, "RON": 5.0945, "SEK": 10.987, "CHF": 0.9309, "ISK": 141.8,
  "NOK": 11.624, "TRY": 48.4464, "AUD": 1.76, "BRL": 6.1877, "CAD": 1.6198, "CNY": 8.2698,
  "HKD": 9.0334, "IDR": 19227.64, "ILS": 3.7684, "INR": 103.1025, "KRW": 1647.8, "MXN": 21.2683,
  "MYR": 4.8952, "NZD": 2.0097, "PHP": 67.553, "SGD": 1.5048, "THB": 37.817, "ZAR": 19.8575
}');

-- -------------------------------------------------------------------------------------------------
-- Search
-- -------------------------------------------------------------------------------------------------

-- What a search needs to know of a product, and what its card shows, read without any other table.
CREATE TABLE search.documents (
  product_id  bigint PRIMARY KEY REFERENCES catalog.products (id) ON DELETE CASCADE,
  -- Also the key of its vectors.
  product_key uuid NOT NULL,
  -- The version of the vocabulary that described it.
  vocabulary  integer NOT NULL,
  -- In the terms of the vocabulary.
  kind        text,
  -- In the terms of the detector, stated or seen.
  object_kind text,
  category    text,
  -- Families; the main colour first.
  colors      text[] NOT NULL,
  patterns    text[] NOT NULL,
  materials   text[] NOT NULL,
  departments text[] NOT NULL DEFAULT '{}',
  brand       text,
  -- Of all its offers that can be bought, or of all if none can.
  shops       integer[] NOT NULL,
  conditions  text[] NOT NULL,
  -- Who wears it.
  people      integer[] NOT NULL,
  is_in_stock boolean NOT NULL,
  is_buyable  boolean NOT NULL,
  -- The lowest of these offers, and about the same in euros.
  amount      numeric(14, 2),
  currency    text,
  euros       real,
  -- Of titles and brands, without positions.
  words       tsvector NOT NULL,
  -- A pseudo-random number that never changes, so that equals are not listed brand by brand.
  place       integer NOT NULL,
  -- One for each person who wears it, the first of all first; if nobody does, the product's own.
  cards       jsonb NOT NULL,
  -- What else a product is found by: sizes, departments, cuts and occasions.
  tags        text[] NOT NULL DEFAULT '{}',
  -- Sizes in terms that can be compared: 'shoe38', 'women40', 'xl'; '?' where none is stated.
  sizes       text[] NOT NULL DEFAULT '{}'
);
CREATE UNIQUE INDEX documents_by_key ON search.documents (product_key);
CREATE INDEX documents_by_place ON search.documents (place, product_id);
CREATE INDEX documents_by_price ON search.documents (euros, product_id);
CREATE INDEX documents_by_kind ON search.documents (kind, place, product_id);
CREATE INDEX documents_by_kind_and_price ON search.documents (kind, euros, product_id);
CREATE INDEX documents_by_brand ON search.documents (brand, place, product_id);
-- Everything in one index, which joins its terms by itself: bitmaps of several indexes take longer to join
-- than the rest of a search.
CREATE INDEX documents_by_terms ON search.documents
  USING gin ((ARRAY[kind]), (ARRAY[brand]), words, colors, patterns, materials, tags, sizes, conditions,
    shops, people)
  WITH (fastupdate = off);

CREATE FUNCTION search.note_changed_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM search.destination) THEN
    INSERT INTO search.outbox (product_id) SELECT product_id FROM changed;
    IF FOUND THEN PERFORM pg_notify('search_outbox', ''); END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER documents_note_added AFTER INSERT ON search.documents
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_documents();
CREATE TRIGGER documents_note_changed AFTER UPDATE ON search.documents
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_documents();
CREATE TRIGGER documents_note_removed AFTER DELETE ON search.documents
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_documents();

-- A product whose document must be written again. Rows are only added, so that writers of the same
-- product do not wait for each other.
CREATE TABLE search.changes (
  product_id bigint,
  id         bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (product_id, id)
);

-- One row: the vocabulary that every document has at least; 0 until every product has a document.
CREATE TABLE search.state (
  only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  vocabulary integer NOT NULL
);

INSERT INTO search.state (vocabulary) VALUES (1);

-- At most one row, while search documents are copied to a database of their own.
CREATE TABLE search.destination (
  only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Tells this catalogue from others, and from a restored backup.
  token       uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Searches read the copy from then on.
  filled_at   timestamptz,
  -- Whether the search database has pgvector, and with it the vectors of the catalogue's products.
  has_vectors boolean NOT NULL DEFAULT false
);

-- A product whose document or vector has changed, noted in the transaction that changes it while there
-- is a destination, until the copy has followed.
CREATE TABLE search.outbox (
  change     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL,
  -- Changes of one part are applied one after another, by one server at a time.
  part       smallint NOT NULL GENERATED ALWAYS AS ((product_id % 16)::smallint) STORED,
  noted_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX outbox_by_part ON search.outbox (part, change);
CREATE INDEX outbox_by_product ON search.outbox (product_id);

-- -------------------------------------------------------------------------------------------------
-- Vision
-- -------------------------------------------------------------------------------------------------

-- A model that servers use. Work is queued for each; a model that nobody uses is swept.
CREATE TABLE vector_models (
  version      text PRIMARY KEY,
  -- Thresholds for similarities, which a server with another model needs to serve these vectors.
  calibration  jsonb,
  seen_at      timestamptz NOT NULL DEFAULT now(),
  -- When every product first had a vector of this model.
  completed_at timestamptz
);

-- The vector of a product by one model: a new model is indexed next to the old one, which keeps serving.
CREATE TABLE model_vectors (
  model_version text NOT NULL,
  product_key   text NOT NULL,
  vector        real[] NOT NULL,
  category      text NOT NULL,
  price         double precision,
  -- Only its owner finds a product that a user added.
  owner_uid     text,
  -- A sequence would lose changes: a lower number may become visible after a higher one was read. A
  -- reader compares transactions with the snapshot of its last read instead.
  changed_in    xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (model_version, product_key)
);
CREATE INDEX model_vectors_of_product ON model_vectors (product_key);
CREATE INDEX model_vectors_filtered ON model_vectors (model_version, category, price);
CREATE INDEX model_vectors_changed ON model_vectors (model_version, changed_in, product_key);
-- Those that people added themselves are compared here, owner by owner.
CREATE INDEX model_vectors_of_owner ON model_vectors (owner_uid) WHERE owner_uid IS NOT NULL;

CREATE FUNCTION stamp_changed_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER model_vectors_stamp BEFORE UPDATE ON model_vectors
  FOR EACH ROW EXECUTE FUNCTION stamp_changed_vector();

-- Servers keep vectors in memory, unless the database has an index for them.
CREATE FUNCTION follow_changed_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN PERFORM pg_notify('vectors_changed', ''); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER model_vectors_follow_new AFTER INSERT ON model_vectors
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_changed_vectors();
CREATE TRIGGER model_vectors_follow_changed AFTER UPDATE ON model_vectors
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_changed_vectors();

CREATE FUNCTION follow_removed_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM former) THEN RETURN NULL; END IF;
  INSERT INTO forgotten_vectors (model_version, product_key)
    SELECT model_version, product_key FROM former
  ON CONFLICT (model_version, product_key) DO UPDATE
    SET changed_in = pg_current_xact_id(), forgotten_at = now();
  PERFORM pg_notify('vectors_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER model_vectors_follow_removed AFTER DELETE ON model_vectors
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION follow_removed_vectors();

-- Products that people added themselves have no row in the catalogue, and stay in this database.
CREATE FUNCTION search.note_changed_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM search.destination) THEN
    INSERT INTO search.outbox (product_id)
    SELECT DISTINCT product.id FROM changed
    JOIN catalog.products product ON product.product_key =
      CASE WHEN changed.owner_uid IS NULL THEN changed.product_key::uuid END;
    IF FOUND THEN PERFORM pg_notify('search_outbox', ''); END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER vectors_note_added AFTER INSERT ON model_vectors
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_vectors();
CREATE TRIGGER vectors_note_changed AFTER UPDATE ON model_vectors
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_vectors();
CREATE TRIGGER vectors_note_removed AFTER DELETE ON model_vectors
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search.note_changed_vectors();

-- A deleted vector, so that a server which missed the notification learns of it. Swept after a day.
CREATE TABLE forgotten_vectors (
  model_version text NOT NULL,
  product_key   text NOT NULL,
  changed_in    xid8 NOT NULL DEFAULT pg_current_xact_id(),
  forgotten_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (model_version, product_key)
);
CREATE INDEX forgotten_vectors_changed ON forgotten_vectors (model_version, changed_in, product_key);
CREATE INDEX forgotten_vectors_by_age ON forgotten_vectors (forgotten_at);

-- The vectors of removed products, of every model.
CREATE FUNCTION forget_vectors(product_keys text[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM model_vectors WHERE product_key = ANY (product_keys);
$$;

-- Work for separate vision processes: pixels in, boxes or vectors out. Pixels are private and go with
-- the answer. Unlogged: whoever asked does not survive a crash of the database either.
CREATE UNLOGGED TABLE vision_tasks (
  id           uuid PRIMARY KEY,
  -- Only a worker with the same weights may answer.
  models       text NOT NULL,
  task         jsonb NOT NULL,
  pixels       bytea NOT NULL CHECK (octet_length(pixels) <= 16777216),
  asked_at     timestamptz NOT NULL DEFAULT now(),
  -- Renewed by the worker; the work of one that dies can be taken again.
  leased_until timestamptz,
  attempts     integer NOT NULL DEFAULT 0,
  is_done      boolean NOT NULL DEFAULT false,
  output       jsonb,
  vectors      bytea,
  error        text
);
CREATE INDEX vision_tasks_open ON vision_tasks (models, asked_at) WHERE NOT is_done;

-- A vision process that takes tasks.
CREATE UNLOGGED TABLE vision_workers (
  id      uuid PRIMARY KEY,
  models  text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- -------------------------------------------------------------------------------------------------
-- Photo finder
-- -------------------------------------------------------------------------------------------------

-- A scan of a photo, so that it can be followed and cancelled through any server. Kept for minutes.
-- Unlogged: a crash of the database ends the scans anyway.
CREATE UNLOGGED TABLE scans (
  id           uuid PRIMARY KEY,
  -- Null: a visitor's, which belongs to whoever knows its id.
  user_id      text REFERENCES users (id) ON DELETE CASCADE,
  started_at   timestamptz NOT NULL DEFAULT now(),
  -- Renewed every second by the server that runs it.
  alive_at     timestamptz NOT NULL DEFAULT now(),
  -- Renewed by readers on other servers: a scan that nobody reads is stopped.
  read_at      timestamptz,
  cancelled_at timestamptz,
  ended_at     timestamptz
);
CREATE INDEX scans_of_user ON scans (user_id, started_at);

-- Neither its id, by which anyone could follow it, nor what was seen in a private photo.
CREATE FUNCTION queue_scan_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_webhooks('{scan-finished}') THEN
    PERFORM queue_webhooks(ARRAY['scan-finished'], ARRAY[NEW.ended_at], ARRAY[jsonb_build_object(
        'outcome', CASE WHEN NEW.cancelled_at IS NOT NULL THEN 'cancelled'
          WHEN count(*) FILTER (WHERE said.event::jsonb ->> 'type' = 'done') > 0 THEN 'done' ELSE 'failed' END,
        'objects', coalesce(sum(jsonb_array_length(said.event::jsonb -> 'detections'))
          FILTER (WHERE said.event::jsonb ->> 'type' = 'detections'), 0),
        'seconds', round(extract(epoch FROM NEW.ended_at - NEW.started_at), 1),
        'is_visitor', NEW.user_id IS NULL)])
      FROM scan_events said WHERE said.scan_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER scans_queue_webhooks AFTER UPDATE OF ended_at ON scans
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
  EXECUTE FUNCTION queue_scan_webhooks();

-- What a scan has reported, in its order.
CREATE UNLOGGED TABLE scan_events (
  scan_id uuid NOT NULL REFERENCES scans (id) ON DELETE CASCADE,
  seq     integer NOT NULL CHECK (seq BETWEEN 1 AND 1000),
  event   text NOT NULL CHECK (octet_length(event) <= 524288),
  PRIMARY KEY (scan_id, seq)
);

-- 'Not this': a product that a user has rejected, and what the object in the photo looked like, so that
-- the same mistake is not made on the next photo of it while the product may still match others.
CREATE TABLE rejected_matches (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id        text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  product_id     text NOT NULL,
  -- Vectors of different embedders cannot be compared.
  vector_version text NOT NULL,
  vector         real[] NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX rejected_matches_of_user ON rejected_matches (user_id, vector_version, id DESC);

-- Calls made to providers that bill for each, by day (UTC): '' counts all of them, a user's id theirs.
CREATE TABLE remote_search_calls (
  day    date NOT NULL,
  caller text NOT NULL,
  calls  integer NOT NULL,
  PRIMARY KEY (day, caller)
);

-- A picture of a remote result: the image proxy may fetch it besides the catalogue's.
CREATE TABLE remote_pictures (
  url     text PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX remote_pictures_by_age ON remote_pictures (seen_at);

-- -------------------------------------------------------------------------------------------------
-- Saved and own products
-- -------------------------------------------------------------------------------------------------

-- The version of a user's lists, which every change raises, so that other devices read them again.
CREATE TABLE live_versions (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version bigint NOT NULL
);

-- A favorite. It is keyed by the product's name.
CREATE TABLE saved_products (
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       text NOT NULL,
  -- 'detection' where the heart was on a detection, whose record is in user_products.
  type       text NOT NULL CHECK (type IN ('product', 'detection')),
  -- A display copy: the catalogue may drop a product that somebody has saved.
  product    jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, name)
);
CREATE INDEX saved_products_newest ON saved_products (user_id, created_at DESC, name);

-- Every change of a list raises its user's version and notifies all servers, whichever of them, or
-- whichever tool, made it.
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner text := COALESCE(NEW.user_id, OLD.user_id);
  raised bigint;
BEGIN
  -- No row for an account that is being deleted: there is nobody left to tell.
  INSERT INTO live_versions (user_id, version)
    SELECT id, 1 FROM users WHERE id = owner
    ON CONFLICT (user_id) DO UPDATE SET version = live_versions.version + 1
    RETURNING version INTO raised;
  IF raised IS NOT NULL THEN
    PERFORM pg_notify('live', json_build_object('uid', owner, 'list', TG_ARGV[0], 'version', raised)::text);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER saved_products_live AFTER INSERT OR UPDATE OR DELETE ON saved_products
  FOR EACH ROW EXECUTE FUNCTION announce_change('saved-products');

-- The key of a product that a user added, by which its vector is found, and only by its owner.
CREATE FUNCTION user_product_key(user_id text, detection_id text) RETURNS text
  LANGUAGE sql IMMUTABLE RETURN 'user:' || user_id || ':' || detection_id;

-- A detection of a user's scan, or a product that the user added.
CREATE TABLE user_products (
  user_id            text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  detection_id       text NOT NULL,
  name               text NOT NULL,
  image_url          text,
  thumbnail          text,
  price              text,
  currency           text NOT NULL,
  category           text,
  type               text NOT NULL,
  confidence         double precision NOT NULL,
  bbox               jsonb,
  product_id         text,
  seller             text,
  product_link       text,
  rating             double precision,
  reviews            double precision,
  offers_link        text,
  delivery           text,
  durability         text,
  thumbnail_video    text,
  source             text,
  is_liked           boolean NOT NULL DEFAULT false,
  original_image_url text,
  created_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Every detection of a scan is stored; My Products lists those that the user kept, edited or added.
  is_kept            boolean NOT NULL DEFAULT true,
  -- Whether the price of a shop's product is the user's own.
  is_price_edited    boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, detection_id)
);
CREATE INDEX user_products_newest ON user_products (user_id, created_at DESC, detection_id);
CREATE INDEX user_products_of_photo ON user_products (user_id, original_image_url)
  WHERE original_image_url IS NOT NULL;
CREATE TRIGGER user_products_live AFTER INSERT OR UPDATE OR DELETE ON user_products
  FOR EACH ROW EXECUTE FUNCTION announce_change('my-products');

CREATE FUNCTION look_at_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ask_for_jobs('product-vector', array_agg(user_product_key(user_id, detection_id)))
    FROM changed WHERE type = 'my_product' HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER user_products_look_at_new AFTER INSERT ON user_products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION look_at_added_products();
CREATE TRIGGER user_products_look_at_changed AFTER UPDATE ON user_products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION look_at_added_products();

CREATE FUNCTION forget_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_vectors(array_agg(user_product_key(user_id, detection_id))) FROM former
    HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER user_products_forget_removed AFTER DELETE ON user_products
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION forget_added_products();

-- A detection as the finder showed it, with everything found for it, so that a scan can be reopened.
-- Apart from its record, whose rows are read whole and often.
CREATE TABLE scan_results (
  user_id      text NOT NULL,
  detection_id text NOT NULL,
  detection    jsonb NOT NULL,
  PRIMARY KEY (user_id, detection_id),
  FOREIGN KEY (user_id, detection_id) REFERENCES user_products ON DELETE CASCADE
);

-- A picture that a user uploaded. It outlives the account until its file is deleted too: without the row
-- nobody would know of a file that could not be deleted at once.
CREATE TABLE uploads (
  key        text PRIMARY KEY,
  user_id    text REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The quota counts bytes. Null until measured: for older uploads and those of an older server.
  bytes      bigint
);
CREATE INDEX uploads_of_user ON uploads (user_id);
CREATE INDEX uploads_by_age ON uploads (created_at);

-- -------------------------------------------------------------------------------------------------
-- Publishing
-- -------------------------------------------------------------------------------------------------

-- The page of a creator: /creator/{name}.
CREATE TABLE creators (
  user_id      text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Lower-case letters, digits and hyphens.
  name         text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  display_name text NOT NULL,
  -- Whose looks these are; null before the first one is published.
  person_id    integer UNIQUE REFERENCES catalog.people (id) ON DELETE SET NULL,
  -- Markdown.
  about        text NOT NULL DEFAULT '',
  -- [{ "label": …, "url": … }]
  links        jsonb NOT NULL DEFAULT '[]'
);

-- People without a look are kept for their followers, but not after the creator has deleted the account.
CREATE FUNCTION remove_person_of_creator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM catalog.people WHERE id = OLD.person_id
    AND NOT EXISTS (SELECT FROM catalog.looks WHERE person_id = OLD.person_id)
    AND NOT EXISTS (SELECT FROM catalog.worn_items WHERE person_id = OLD.person_id);
  RETURN NULL;
END $$;
CREATE TRIGGER creators_remove_person AFTER DELETE ON creators
  FOR EACH ROW EXECUTE FUNCTION remove_person_of_creator();

-- The place of a look on its creator's page; looks that are not here follow, the newest first.
CREATE TABLE creator_looks (
  user_id text NOT NULL REFERENCES creators (user_id) ON DELETE CASCADE,
  look_id bigint NOT NULL,
  place   integer NOT NULL,
  PRIMARY KEY (user_id, look_id)
);

-- A look that is being prepared in the studio.
CREATE TABLE drafts (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id      text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- An upload of this user.
  photo        text NOT NULL,
  -- Of the file as it was sent: the same photo twice is one draft.
  photo_sha256 bytea NOT NULL,
  width        integer NOT NULL CHECK (width > 0),
  height       integer NOT NULL CHECK (height > 0),
  color        text NOT NULL CHECK (color ~ '^#[0-9a-f]{6}$'),
  -- What the publisher writes, and what the finder proposes for each object.
  content      jsonb NOT NULL,
  proposals    jsonb NOT NULL DEFAULT '{}',
  -- Grows with every save, so that a device does not overwrite what it has not seen.
  version      integer NOT NULL DEFAULT 1,
  scan         text NOT NULL DEFAULT 'scanning' CHECK (scan IN ('scanning', 'done', 'failed')),
  -- Of the look it was published as; the look is gone once it is withdrawn or removed.
  look_url     text,
  -- The file name of the portrait that was cut out of its photo.
  portrait     text,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, photo_sha256)
);
CREATE INDEX drafts_of_user ON drafts (user_id, updated_at DESC, id DESC);
CREATE INDEX drafts_of_look ON drafts (look_url) WHERE look_url IS NOT NULL;

-- An object in the photo of a draft. The same garment in several photos of a user has the same id.
CREATE TABLE draft_objects (
  draft_id   uuid NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
  item_id    text NOT NULL,
  garment    uuid NOT NULL,
  -- Signed.
  embedding  text NOT NULL,
  is_decided boolean NOT NULL DEFAULT false,
  PRIMARY KEY (draft_id, item_id)
);
CREATE INDEX draft_objects_by_garment ON draft_objects (garment);

-- What a visitor says about a worn item. Nothing of it is public: an editor decides.
CREATE TABLE suggestions (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  worn_id    bigint NOT NULL REFERENCES catalog.worn_items (id) ON DELETE CASCADE,
  -- 'not-it': another thing, nobody knows which. 'other': this thing instead.
  kind       text NOT NULL CHECK (kind IN ('not-it', 'other')),
  link       text,
  note       text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX suggestions_of_item ON suggestions (worn_id);

-- -------------------------------------------------------------------------------------------------
-- Boards and follows
-- -------------------------------------------------------------------------------------------------

-- A user's collection of looks and products in an order of their own. Private until it is shared.
CREATE TABLE boards (
  id           bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  user_id      text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title        text NOT NULL,
  about        text NOT NULL DEFAULT '',
  -- Of its total.
  currency     text NOT NULL DEFAULT 'USD',
  -- Part of its public address; null: private. Made anew each time, so that a revoked link stays dead.
  share_token  text UNIQUE,
  shared_until timestamptz,
  -- Listed and found by search; otherwise only those who have the link see it.
  is_public    boolean NOT NULL DEFAULT false,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  -- Of public boards on the page of their creator.
  place        integer NOT NULL DEFAULT 0
);
CREATE INDEX boards_of_user ON boards (user_id, id);

-- A look or product on a board.
CREATE TABLE board_items (
  id         bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  board_id   bigint NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  -- Without foreign keys: what is removed after a notice is not shown, and is back when it is restored.
  look_id    bigint,
  product_id bigint,
  note       text NOT NULL DEFAULT '',
  place      integer NOT NULL,
  added_at   timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(look_id, product_id) = 1),
  UNIQUE (board_id, look_id),
  UNIQUE (board_id, product_id)
);

-- A person whom a user follows.
CREATE TABLE follows (
  user_id     text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  person_id   integer NOT NULL REFERENCES catalog.people (id) ON DELETE CASCADE,
  followed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, person_id)
);

-- When a user last looked at what is new from those they follow.
CREATE TABLE following_visits (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  seen_at timestamptz NOT NULL
);

-- -------------------------------------------------------------------------------------------------
-- Links to shops and counts of visits
-- -------------------------------------------------------------------------------------------------

-- What is added to links of a shop, for everything or for what one person wears.
CREATE TABLE affiliate_rules (
  id         bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  -- Without 'www.'; subdomains belong to it.
  host       text NOT NULL,
  person_id  integer REFERENCES catalog.people (id) ON DELETE CASCADE,
  kind       text NOT NULL CHECK (kind IN ('parameter', 'wrap')),
  -- Of a parameter.
  name       text,
  value      text,
  -- Of a wrapping address, with {url} for the link.
  address    text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (CASE kind WHEN 'wrap' THEN address IS NOT NULL ELSE num_nonnulls(name, value) = 2 END)
);
CREATE UNIQUE INDEX affiliate_rules_of_shop ON affiliate_rules (host) WHERE person_id IS NULL;
CREATE UNIQUE INDEX affiliate_rules_of_person ON affiliate_rules (host, person_id)
  WHERE person_id IS NOT NULL;

-- How often a link to a shop was followed on a day, and nothing about who followed it.
CREATE TABLE shop_clicks (
  day        date NOT NULL,
  product_id bigint NOT NULL,
  -- In which look, and of whom; 0: neither, from the product's own page.
  look_id    bigint NOT NULL DEFAULT 0,
  person_id  integer NOT NULL DEFAULT 0,
  clicks     integer NOT NULL,
  PRIMARY KEY (day, product_id, look_id)
);
CREATE INDEX shop_clicks_of_person ON shop_clicks (person_id, day);

-- How often a look was opened on a day, and nothing about who opened it.
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

-- -------------------------------------------------------------------------------------------------
-- Alerts
-- -------------------------------------------------------------------------------------------------

-- Who has alerts: a user, or somebody with an e-mail address only.
CREATE TABLE alert_subscribers (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id        text UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  -- Of somebody without an account, in lower case.
  email          text UNIQUE,
  wants_mail     boolean NOT NULL DEFAULT true,
  -- When the last digest was sent; the next one is a day later at the earliest.
  digest_at      timestamptz,
  -- Names the next e-mail: one that is sent again after a failure is the same message.
  delivery_id    uuid NOT NULL DEFAULT gen_random_uuid(),
  used_at        timestamptz NOT NULL DEFAULT now(),
  -- When the last e-mail was sent that several requesters share.
  shared_mail_at timestamptz,
  CHECK (num_nonnulls(user_id, email) = 1)
);
CREATE INDEX alert_subscribers_unused ON alert_subscribers (used_at) WHERE email IS NOT NULL;

-- What a subscriber waits for, on a product or on a saved search.
CREATE TABLE alerts (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  subscriber_id uuid NOT NULL REFERENCES alert_subscribers (id) ON DELETE CASCADE,
  -- Not a reference: a product may come back after its removal was undone.
  product_id    bigint,
  -- The filters as the address of the list has them.
  search        jsonb,
  kind          text NOT NULL CHECK (kind IN ('below', 'drop', 'stock', 'new')),
  -- The target, or the price that the percentage counts from; amounts of other currencies are not compared.
  amount        numeric,
  currency      text,
  percent       smallint,
  size          text,
  is_immediate  boolean NOT NULL DEFAULT false,
  -- Of a product: whether the last comparison found what is waited for. It fires when this becomes true.
  is_met        boolean NOT NULL DEFAULT false,
  -- Null until the link in the e-mail was followed.
  confirmed_at  timestamptz,
  -- When its product was removed.
  ended_at      timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now(),
  -- A hash of who asked for an alert that is not confirmed, because requests are limited per requester.
  requested_by  text,
  CHECK (num_nonnulls(product_id, search) = 1)
);
CREATE INDEX alerts_of_subscriber ON alerts (subscriber_id, created_at);
CREATE INDEX alerts_of_product ON alerts (product_id) WHERE product_id IS NOT NULL;
CREATE INDEX alerts_of_searches ON alerts (id) WHERE search IS NOT NULL;
CREATE INDEX alerts_unconfirmed ON alerts (created_at) WHERE confirmed_at IS NULL;

-- What an alert has found, with what was compared.
CREATE TABLE alert_matches (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id   uuid NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  product_id bigint NOT NULL,
  finding    jsonb NOT NULL,
  at         timestamptz NOT NULL DEFAULT now(),
  mailed_at  timestamptz
);
-- One e-mail names a product once for each alert, however often its price has moved.
CREATE UNIQUE INDEX alert_matches_pending ON alert_matches (alert_id, product_id)
  WHERE mailed_at IS NULL;
CREATE INDEX alert_matches_by_time ON alert_matches (at);

-- A browser that shows a subscriber's notifications.
CREATE TABLE push_devices (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  subscriber_id uuid NOT NULL REFERENCES alert_subscribers (id) ON DELETE CASCADE,
  endpoint      text NOT NULL UNIQUE,
  public_key    text NOT NULL,
  auth_secret   text NOT NULL,
  -- The last match that it was told of.
  last_match_id bigint NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL DEFAULT now(),
  -- Since when the push service refuses every message for this device; null if it accepts them.
  refused_since timestamptz
);
CREATE INDEX push_devices_of_subscriber ON push_devices (subscriber_id);

-- A product that has to be compared again: added by whoever changes the catalogue, and deleted by
-- whoever compares, in the transaction of what that finds. With an event for searches, without for products.
CREATE TABLE alert_changes (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL,
  event_id   bigint
);

-- -------------------------------------------------------------------------------------------------
-- Notices and removals
-- -------------------------------------------------------------------------------------------------

-- A notice about illegal content (DSA Article 16, DMCA section 512(c)).
CREATE TABLE notices (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What the sender is told to mention.
  reference   text NOT NULL UNIQUE,
  received_at timestamptz NOT NULL DEFAULT now(),
  kind        text NOT NULL CHECK (kind IN ('copyright', 'trademark', 'privacy', 'child-abuse', 'other')),
  -- The address on this site.
  address     text NOT NULL,
  explanation text NOT NULL,
  -- Only about copyright.
  work        text,
  signature   text,
  -- Nobody has to say who they are to report the abuse of a child.
  name        text,
  email       text,
  contact     text,
  state       text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'removed', 'declined', 'restored')),
  decided_at  timestamptz,
  reason      text,
  -- For the yearly report: counts, and the order in which the median is found.
  year        smallint
    GENERATED ALWAYS AS (extract(year FROM received_at AT TIME ZONE 'UTC')::smallint) STORED,
  hours       real
    GENERATED ALWAYS AS ((extract(epoch FROM decided_at - received_at) / 3600)::real) STORED
);
CREATE INDEX notices_by_state ON notices (state, id DESC);
CREATE INDEX notices_by_time ON notices (received_at);
CREATE INDEX notices_by_hours ON notices (year, hours) WHERE hours IS NOT NULL;

CREATE FUNCTION count_notices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE public.notice_counts counted SET notices = counted.notices - gone.notices
    FROM (SELECT year, kind, state, count(*) AS notices FROM former GROUP BY 1, 2, 3) gone
    WHERE (counted.year, counted.kind, counted.state) = (gone.year, gone.kind, gone.state);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO public.notice_counts AS counted
    SELECT year, kind, state, count(*) FROM added GROUP BY 1, 2, 3
    ON CONFLICT (year, kind, state)
      DO UPDATE SET notices = counted.notices + excluded.notices;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER notices_added AFTER INSERT ON notices
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_notices();
CREATE TRIGGER notices_changed AFTER UPDATE ON notices
  REFERENCING OLD TABLE AS former NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_notices();
CREATE TRIGGER notices_deleted AFTER DELETE ON notices
  REFERENCING OLD TABLE AS former
  FOR EACH STATEMENT EXECUTE FUNCTION count_notices();

-- Nothing that the sender wrote: it may be about a person, and receivers are other companies.
CREATE FUNCTION queue_notice_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM queue_webhooks(ARRAY['notice-received'], ARRAY[NEW.received_at], ARRAY[
    jsonb_build_object('notice_id', NEW.id::text, 'reference', NEW.reference, 'kind', NEW.kind)]);
  RETURN NULL;
END $$;
CREATE TRIGGER notices_queue_webhooks AFTER INSERT ON notices
  FOR EACH ROW EXECUTE FUNCTION queue_notice_webhooks();

-- How many notices of a kind are in a state, for the yearly report.
CREATE TABLE notice_counts (
  year    smallint NOT NULL,
  kind    text NOT NULL,
  state   text NOT NULL,
  notices integer NOT NULL,
  PRIMARY KEY (year, kind, state)
);

-- What was removed, after a notice or because its publisher withdrew it.
CREATE TABLE takedowns (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind           text NOT NULL CHECK (kind IN ('look', 'picture', 'product')),
  -- The URL of the picture, or the product's id.
  subject        text NOT NULL,
  -- What an administrator recognises it by.
  title          text NOT NULL,
  notice_id      bigint REFERENCES notices (id),
  reason         text NOT NULL,
  removed_at     timestamptz NOT NULL DEFAULT now(),
  -- Null: a command.
  removed_by     text,
  -- Null while the catalogue or the stored files still have it: an import runs, or the store is down.
  applied_at     timestamptz,
  purged_at      timestamptz,
  restored_at    timestamptz,
  restored_by    text,
  restore_reason text,
  -- A look that its publisher withdrew: removed like any other, but the same photo may come back.
  is_withdrawal  boolean NOT NULL DEFAULT false,
  -- One that fails is tried again after those that have not failed, and administrators are told.
  failed_at      timestamptz,
  failure        text,
  -- The file name of a portrait that was cut from a withdrawn look, and that nothing else shows.
  portrait       text
);
CREATE INDEX takedowns_pending ON takedowns (id)
  WHERE restored_at IS NULL AND (applied_at IS NULL OR purged_at IS NULL);
CREATE INDEX takedowns_of_notice ON takedowns (notice_id) WHERE notice_id IS NOT NULL;

-- A picture that is not shown, imported or uploaded while the takedown is in force.
CREATE TABLE takedown_pictures (
  takedown_id bigint NOT NULL REFERENCES takedowns (id),
  url         text NOT NULL,
  -- Null if the picture could not be read.
  sha256      bytea,
  -- Mean colours of 32 x 32 parts: it recognises the picture after it was resized or cropped.
  grid        bytea,
  aspect      real,
  PRIMARY KEY (takedown_id, url)
);
CREATE INDEX takedown_pictures_by_url ON takedown_pictures USING hash (url);

-- Something that identifies a removed product: GTIN, MPN, the shop's id, the address with the name.
CREATE TABLE takedown_identities (
  identity    uuid NOT NULL,
  takedown_id bigint NOT NULL REFERENCES takedowns (id),
  PRIMARY KEY (identity, takedown_id)
);

-- A removed row, so that it can be restored as it was.
CREATE TABLE takedown_rows (
  place       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  takedown_id bigint NOT NULL REFERENCES takedowns (id),
  relation    text NOT NULL,
  -- Of a product or worn item: its addresses answer that it is gone.
  row_id      bigint,
  row         jsonb NOT NULL
);
CREATE INDEX takedown_rows_of_takedown ON takedown_rows (takedown_id, place);
CREATE INDEX takedown_rows_by_id ON takedown_rows (row_id) WHERE row_id IS NOT NULL;

-- A picture that may be a copy of a removed one, but shows too little to be sure: it is shown until an
-- administrator removes it.
CREATE TABLE takedown_suspects (
  takedown_id  bigint NOT NULL REFERENCES takedowns (id) ON DELETE CASCADE,
  url          text NOT NULL,
  found_at     timestamptz NOT NULL DEFAULT now(),
  -- An administrator saw that it is another picture: it is not listed again.
  dismissed_at timestamptz,
  PRIMARY KEY (takedown_id, url)
);

-- -------------------------------------------------------------------------------------------------
-- API keys and webhooks
-- -------------------------------------------------------------------------------------------------

-- A key of a program. Revoking it deletes its row, so it ends on every server with the next call.
CREATE TABLE api_keys (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: a key of the site, which outlives the administrator who made it.
  user_id      text REFERENCES users (id) ON DELETE CASCADE,
  name         text NOT NULL,
  -- The key itself is shown once and not stored.
  secret_hash  bytea NOT NULL UNIQUE,
  -- Its last characters, by which people tell keys apart.
  hint         text NOT NULL,
  -- Permissions, as calls name them.
  scopes       text[] NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz,
  last_used_at timestamptz
);
CREATE INDEX api_keys_of_user ON api_keys (user_id);
CREATE INDEX api_keys_ended ON api_keys (expires_at) WHERE expires_at IS NOT NULL;

-- A server that is told what happens in the catalogue, in scans and with notices. Triggers queue the
-- messages in the transaction in which it happens; jobs of the queue 'webhook' send them, one per webhook.
CREATE TABLE webhooks (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url             text NOT NULL,
  -- Signs messages; encrypted with AUTH_SECRET.
  secret          text NOT NULL,
  events          text[] NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  -- Failed attempts since a message last arrived, and until when no other is made.
  failures        integer NOT NULL DEFAULT 0,
  paused_until    timestamptz,
  disabled_at     timestamptz,
  disabled_reason text,
  -- Events that were dropped because too many waited.
  missed          bigint NOT NULL DEFAULT 0
);

-- A message to a webhook, until some time after it was delivered or given up.
CREATE TABLE webhook_deliveries (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id bigint NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  -- The same in every attempt, by which receivers tell repetitions.
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind       text NOT NULL,
  at         timestamptz NOT NULL DEFAULT now(),
  data       jsonb NOT NULL,
  attempts   integer NOT NULL DEFAULT 0,
  -- Null: delivered or given up.
  due_at     timestamptz DEFAULT now(),
  tried_at   timestamptz,
  delivered  boolean NOT NULL DEFAULT false,
  status     integer,
  reply      text
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (webhook_id, id DESC);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (at);

-- Queues events for the webhooks that ask for them. A receiver that is down must not fill the disk, so
-- a webhook has at most 10,000 messages waiting, and the rest is counted as missed.
CREATE FUNCTION queue_webhooks(kinds text[], moments timestamptz[], datas jsonb[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  WITH wanted AS (
    SELECT webhooks.id AS webhook_id, event.kind, event.at, event.data,
      row_number() OVER (PARTITION BY webhooks.id ORDER BY event.place)
        + (SELECT count(*) FROM webhook_deliveries waiting
            WHERE waiting.webhook_id = webhooks.id AND waiting.due_at IS NOT NULL) AS place
    FROM unnest(kinds, moments, datas) WITH ORDINALITY AS event(kind, at, data, place)
    JOIN webhooks ON disabled_at IS NULL AND event.kind = ANY (events)
  ), missed AS (
    UPDATE webhooks SET missed = missed + beyond.events
      FROM (SELECT webhook_id, count(*) AS events FROM wanted WHERE place > 10000 GROUP BY 1) beyond
      WHERE webhooks.id = beyond.webhook_id
  )
  INSERT INTO webhook_deliveries (webhook_id, kind, at, data)
    SELECT webhook_id, kind, at, data FROM wanted WHERE place <= 10000 ORDER BY webhook_id, place;
  IF FOUND THEN
    PERFORM ask_for_jobs('webhook', array_agg(id::text)) FROM webhooks
      WHERE disabled_at IS NULL AND events && kinds;
  END IF;
END $$;

CREATE FUNCTION has_webhooks(kinds text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM webhooks WHERE disabled_at IS NULL AND events && kinds)
$$;

-- -------------------------------------------------------------------------------------------------
-- The site and its operation
-- -------------------------------------------------------------------------------------------------

-- One row: what the operator says about the site.
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

-- Work in the background, taken by any number of servers with SKIP LOCKED. A taken job is put off by its
-- lease: the work of a server that dies becomes due again by itself.
CREATE TABLE jobs (
  queue      text NOT NULL,
  key        text NOT NULL,
  due_at     timestamptz NOT NULL DEFAULT now(),
  attempts   integer NOT NULL DEFAULT 0,
  -- Raised when the same work is asked for again: what changed while it ran is not lost.
  revision   bigint NOT NULL DEFAULT 0,
  last_error text,
  -- Set when it has failed too often; asking for it again starts afresh.
  failed_at  timestamptz,
  PRIMARY KEY (queue, key)
);
CREATE INDEX jobs_due ON jobs (queue, due_at, key) WHERE failed_at IS NULL;
-- Administrators page through failed jobs, which are few among many.
CREATE INDEX jobs_failed ON jobs (queue, key) WHERE failed_at IS NOT NULL;

-- In the order of the keys, so that their indexes grow page by page, not all over.
CREATE FUNCTION ask_for_jobs(job_queue text, job_keys text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO jobs (queue, key)
    SELECT job_queue, asked.key FROM (SELECT DISTINCT unnest(job_keys) AS key) asked ORDER BY asked.key
  ON CONFLICT (queue, key) DO UPDATE
    SET due_at = now(), attempts = 0, failed_at = NULL, revision = jobs.revision + 1;
  SELECT pg_notify('jobs', job_queue);
$$;

-- How often a caller has called lately, counted for all servers together. Unlogged: after a crash
-- everyone starts afresh, which harms nobody and spares every call a flush.
CREATE UNLOGGED TABLE rate_limits (
  limit_name text NOT NULL,
  caller     text NOT NULL,
  window_end timestamptz NOT NULL,
  calls      integer NOT NULL,
  PRIMARY KEY (limit_name, caller)
);
CREATE INDEX rate_limits_ended ON rate_limits (window_end);

-- How the audit log names a user, or a key of the site, which acts as 'key:ID'.
CREATE FUNCTION person_label(uid text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT name || CASE WHEN email LIKE '%@no-email.invalid' THEN '' ELSE coalesce(' <' || email || '>', '') END
    FROM users WHERE id = uid
  UNION ALL
  SELECT 'Site key ' || name FROM api_keys WHERE uid = 'key:' || id
$$;

-- What an administrator did. Names are kept as they were: the log outlives the accounts in it.
CREATE TABLE audit_log (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at           timestamptz NOT NULL DEFAULT now(),
  -- Null: a command on the server.
  actor        text,
  event        text NOT NULL,
  -- What it was done to, such as a user's id.
  subject      text,
  actor_name   text,
  -- What the subject is called: a person, an address, the name of a file.
  subject_name text,
  -- What changed, such as the old and the new role.
  detail       text
);

-- A trigger, because entries are also written inside other statements, such as a role that an OpenID
-- provider decides.
CREATE FUNCTION name_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  number bigint := CASE WHEN NEW.subject ~ '^\d{1,18}$' THEN NEW.subject::bigint END;
BEGIN
  NEW.actor_name := coalesce(NEW.actor_name, person_label(NEW.actor));
  IF NEW.subject_name IS NULL THEN
    NEW.subject_name := CASE
      WHEN NEW.event IN ('invitation-created', 'invitation-revoked')
        THEN (SELECT email FROM invites WHERE id = number)
      WHEN NEW.event = 'invitation-declined' THEN (SELECT email FROM invite_requests WHERE id = number)
      WHEN NEW.event = 'notice-declined' THEN (SELECT 'Notice ' || reference FROM notices WHERE id = number)
      WHEN NEW.event LIKE 'content-%' THEN (SELECT title FROM takedowns WHERE id = number)
      WHEN NEW.event LIKE '%import%' THEN (SELECT name FROM catalog_imports WHERE id = number)
      ELSE person_label(NEW.subject)
    END;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER name_audit_entry BEFORE INSERT ON audit_log
  FOR EACH ROW EXECUTE FUNCTION name_audit_entry();

-- How a server did in one minute, for the plots of the last day.
CREATE TABLE health_samples (
  server          text NOT NULL,
  at              timestamptz NOT NULL,
  requests        integer NOT NULL,
  failures        integer NOT NULL,
  refused         integer NOT NULL,
  scans           integer NOT NULL,
  -- Null without requests.
  p50_ms          real,
  p95_ms          real,
  lag_ms          real NOT NULL,
  memory_mb       real NOT NULL,
  connections     integer NOT NULL,
  waiting         integer NOT NULL,
  version         text,
  -- Why the server was not quite ready.
  problem         text,
  disk_free_bytes bigint,
  disk_size_bytes bigint,
  -- The server ended as it was asked to. Without this, one that no longer notes anything is down.
  is_stopped      boolean NOT NULL DEFAULT false,
  PRIMARY KEY (server, at)
);
CREATE INDEX health_samples_at ON health_samples (at);

-- One row: whether e-mails arrive, for all servers together.
CREATE TABLE mail_state (
  is_only   boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  sent_at   timestamptz,
  failed_at timestamptz,
  reason    text
);

INSERT INTO mail_state DEFAULT VALUES;

-- What administrators were last told by e-mail. Whoever moves a time forward sends it.
CREATE TABLE admin_mails (
  kind    text PRIMARY KEY CHECK (kind IN ('digest', 'serious')),
  sent_at timestamptz NOT NULL DEFAULT '-infinity',
  content text NOT NULL DEFAULT ''
);

INSERT INTO admin_mails (kind) VALUES ('digest'), ('serious');

-- A backup, whichever server or command made it: scheduled ones take turns by it, and it tells how old
-- the last good one is.
CREATE TABLE backup_runs (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Null while it runs, or for ever if it was interrupted.
  ended_at   timestamptz,
  -- Null if it is good.
  problem    text
);
