-- Who asks for an invitation. One row for each address, however often it asks.
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
