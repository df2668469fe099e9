import type { Cents } from '../../domain/kernel/money.ts';

/** Throws where an amount needs more of whoever asks for it, such as a fresh proof of who they are. Called before anything is written. */
export type AmountCheck = (amountCents: Cents) => Promise<void>;

/** For what nobody asks for by hand. */
export const unchecked: AmountCheck = async () => undefined;
