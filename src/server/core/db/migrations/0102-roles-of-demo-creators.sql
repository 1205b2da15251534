-- Only the public boards and the pages of people who may publish are listed.
UPDATE users SET publisher_role = 'creator'
WHERE email = 'demo-' || id || '@no-email.invalid' AND publisher_role IS NULL AND NOT is_admin;
