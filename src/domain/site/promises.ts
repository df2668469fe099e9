/**
 * Numbers that the legal texts promise and that nothing in the code needs for itself. What a rule needs stands with the
 * rule; the texts read it from there.
 */

/** Days between announcing that the site closes and its end. */
export const CLOSING_NOTICE_DAYS = 90;
/** Days between announcing new terms and their start. */
export const TERMS_NOTICE_DAYS = 30;
/** Days after which deleted data is gone from the backups; snapshots are thinned by it. */
export const BACKUP_DAYS = 30;
/** Days that the operator keeps the server's log. */
export const SERVER_LOG_DAYS = 30;
