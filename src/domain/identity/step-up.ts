/**
 * What needs a fresh proof of who somebody is, besides their session: whoever took the session alone must not reach money, or
 * open ways in that outlast it.
 */

/** How long a proof counts, in seconds. */
export const STEP_UP_SECONDS = 600;

/** Refunds of more than this need one, in cents. */
export const STEP_UP_REFUND_CENTS = 10_000;

/** Whether a refund of this many cents needs a fresh proof. */
export const refundNeedsStepUp = (cents: number): boolean => cents > STEP_UP_REFUND_CENTS;

/**
 * The refusal for want of a fresh proof, with code FORBIDDEN. The account's pages know it by this text, ask for the proof and
 * repeat what was refused.
 */
export const STEP_UP_TEXT = 'Confirm that it is you first: with your password or a code.';

/** The ways to prove it. The app is for people who have set one up. */
export const STEP_UP_WAYS = ['password', 'mail', 'app'] as const;
export type StepUpWay = (typeof STEP_UP_WAYS)[number];
