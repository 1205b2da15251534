-- Refresh tokens of sign-in providers, their scopes and their times were never used. From this version
-- on only Facebook's access token is kept, for the profile picture; those of other providers go when
-- their owner signs in again. A later version can drop the columns and the table verifications.
UPDATE accounts SET refresh_token = NULL, refresh_token_expires_at = NULL, scope = NULL
 WHERE refresh_token IS NOT NULL OR refresh_token_expires_at IS NOT NULL OR scope IS NOT NULL;
