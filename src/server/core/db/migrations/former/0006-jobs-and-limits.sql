-- What callers have done lately, counted for all servers together.
-- Unlogged: after a crash everyone starts afresh, which harms nobody and spares every call a flush.
CREATE UNLOGGED TABLE rate_limits (
  limit_name text NOT NULL,
  caller     text NOT NULL,
  window_end timestamptz NOT NULL,
  calls      integer NOT NULL,
  PRIMARY KEY (limit_name, caller)
);
CREATE INDEX rate_limits_ended ON rate_limits (window_end);
