import type PocketBase from 'pocketbase';
import { endLease, type LeaseHolder, renewLease, takeLease } from '../../data/kernel/leases.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';

/** A lease that is being held. */
export interface Lease extends LeaseHolder {
  /** Aborted when the lease is lost. What then still happens is refused by the fence in its transaction. */
  signal: AbortSignal;
}

export interface Leases {
  /**
   * Does the work if no process holds a lease of this name, and gives it back afterwards.
   * @param whenTaken called instead of the work while another process holds it.
   */
  hold<T>(name: string, work: (lease: Lease) => Promise<T>, whenTaken: () => Promise<T> | T): Promise<T>;
}

/** How long a killed process keeps others waiting, in ms. Longer than an event loop ever stands still. */
export const LEASE_MS = 15_000;

/** Leases of this process in a table that all processes share. @param forMs how long one lasts without renewal. */
export function openLeases(pb: PocketBase, forMs = LEASE_MS): Leases {
  return {
    async hold(name, work, whenTaken) {
      const lease = { name, holder: newRecordId() };
      if (!(await takeLease(pb, lease, forMs))) return whenTaken();
      const lost = new AbortController();
      let renewedAt = performance.now();
      const timer = setInterval(async () => {
        const askedAt = performance.now();
        const answer = await renewLease(pb, lease, forMs).catch(() => null);
        if (answer) renewedAt = askedAt;
        // No answer is no loss yet: the backend may be back within the time that is left.
        else if (answer === false || askedAt - renewedAt > forMs)
          lost.abort(new Error(`the lease ${name} is lost`));
      }, forMs / 3);
      timer.unref();
      try {
        return await work({ ...lease, signal: lost.signal });
      } finally {
        clearInterval(timer);
        // Where this fails, the lease ends by itself.
        await endLease(pb, lease).catch(() => undefined);
      }
    },
  };
}
