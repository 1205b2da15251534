-- Emails that several requesters share, so that a stranger who asks for many cannot keep the owner out.
-- A shared code has more digits, and any browser may enter it.
ALTER TABLE email_codes ADD COLUMN is_shared boolean NOT NULL DEFAULT false;
ALTER TABLE alert_subscribers ADD COLUMN shared_mail_at timestamptz;
-- A hash of who asked for an alert that is not confirmed, because requests are limited per requester.
ALTER TABLE alerts ADD COLUMN requested_by text;

-- Since when the push service refuses every message for this device; null if it accepts them.
ALTER TABLE push_devices ADD COLUMN refused_since timestamptz;
