import { memoryLimits, type RateLimits } from '../kernel/rate-limits.ts';

/** Counts how often visitors ask for a link to withdraw, because anybody can try numbers and addresses. */
export interface WithdrawalTries {
  /** How many minutes this visitor waits, or null if they may ask. Counts the try. */
  take(client: string): Promise<number | null>;
}

/** Tries in an hour: from one address, and from all. */
const FROM_ONE = 10;
const FROM_ALL = 500;
const WINDOW_S = 3600;

/** @param on whether limits apply, as the setting `limits` says. @param counts who counts. */
export function openWithdrawalTries(on: boolean, counts: RateLimits = memoryLimits()): WithdrawalTries {
  const ofOne = counts.limiter('withdrawals-one', { points: FROM_ONE, seconds: WINDOW_S });
  const ofAll = counts.limiter('withdrawals-all', { points: FROM_ALL, seconds: WINDOW_S });
  return {
    async take(client) {
      if (!on) return null;
      const waitMs = (await ofOne.take(client)) ?? (await ofAll.take('all'));
      return waitMs === null ? null : Math.max(1, Math.ceil(waitMs / 60_000));
    },
  };
}
