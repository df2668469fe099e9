/** Days within which a second withdrawal of one person that gives money back is shown at the desk. */
export const WITHDRAWALS_REPEATED_DAYS = 90;
