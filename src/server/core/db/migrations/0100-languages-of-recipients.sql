ALTER TABLE users
  -- The language that the user chose, or else that of the page of the first sign-in since this is kept;
  -- null: not known, and emails are in English.
  ADD COLUMN language text;
-- The language of the page that asked, for people without an account; null: English.
ALTER TABLE alert_subscribers ADD COLUMN language text;
ALTER TABLE invite_requests ADD COLUMN language text;
ALTER TABLE notices ADD COLUMN language text;
