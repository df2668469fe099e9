import type { AskedWork } from '../../kernel/asked-work.ts';
import { networkLimiter } from '../../kernel/network-limits.ts';
import { memoryLimits, type RateLimits } from '../../kernel/rate-limits.ts';

/**
 * Counts how often visitors ask for a link to withdraw, because anybody can try numbers and addresses. The law gives the
 * right, so nobody is refused: above the limit work is asked of the browser. There is no count of all visitors, which strangers
 * could use up.
 */
export interface WithdrawalTries {
  /**
   * Whether this visitor may ask now. Counts the try.
   * @param work the solution of a challenge for this e-mail address, where one was asked.
   */
  mayAsk(client: string, email: string, work: string | null): Promise<boolean>;
}

/** Tries of one network in an hour without work. */
const FROM_ONE = 10;
const WINDOW_S = 3600;

/** @param on whether limits apply, as the setting `limits` says. @param counts who counts. */
export function openWithdrawalTries(
  on: boolean,
  work: AskedWork,
  counts: RateLimits = memoryLimits(),
): WithdrawalTries {
  const tries = networkLimiter(counts, 'withdrawals-one', { points: FROM_ONE, seconds: WINDOW_S });
  return {
    async mayAsk(client, email, done) {
      if (!on || (await tries.take(client)) === null) return true;
      return work.accepts('withdrawal', email, done);
    },
  };
}
