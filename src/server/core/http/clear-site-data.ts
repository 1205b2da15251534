/**
 * For replies that sign out: what the browser keeps of this site goes. Not "cookies", which would
 * sign the person out of other sites of the same domain; we clear our own.
 */
export const CLEAR_SITE_DATA = '"cache", "storage"'
