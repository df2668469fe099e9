import { setTimeout as passed } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import {
  dropOldLeases,
  endLease,
  type LeaseHolder,
  renewLease,
  takeLease,
} from '../../data/kernel/leases.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';

/** A lease that is being held. */
export interface Lease extends LeaseHolder {
  /** Aborted when the lease is lost. What then still happens is refused by the fence in its transaction. */
  signal: AbortSignal;
}

/** A lease that its holder gives back by hand. */
export interface HeldLease extends Lease {
  end(): Promise<void>;
}

export interface Leases {
  /**
   * Does the work if no process holds a lease of this name, and gives it back afterwards.
   * @param whenTaken called instead of the work while another process holds it.
   */
  hold<T>(name: string, work: (lease: Lease) => Promise<T>, whenTaken: () => Promise<T> | T): Promise<T>;
  /**
   * Waits for a lease and takes it.
   * @param stop ends the waiting.
   * @param whenAwaited called again and again while somebody else waits for it, and when it is lost.
   * @returns null where the waiting was ended.
   */
  wait(name: string, stop: AbortSignal, whenAwaited: () => void): Promise<HeldLease | null>;
}

/** How long a killed process keeps others waiting, in ms. Longer than an event loop ever stands still. */
export const LEASE_MS = 15_000;
/** How often a lease that others wait for is asked for and asked about, in ms. */
const WAITING_EVERY_MS = 500;

/** Leases of this process in a table that all processes share. @param forMs how long one lasts without renewal. */
export function openLeases(pb: PocketBase, forMs = LEASE_MS): Leases {
  /** Renews a taken lease until its end. */
  function held(lease: LeaseHolder, everyMs: number, whenAwaited: () => void): HeldLease {
    const lost = new AbortController();
    let renewedAt = performance.now();
    let isEnded = false;
    const timer = setInterval(async () => {
      const askedAt = performance.now();
      const state = await renewLease(pb, lease, forMs).catch(() => null);
      if (isEnded) return;
      if (state === 'held' || state === 'awaited') renewedAt = askedAt;
      // No answer is no loss yet: the backend may be back within the time that is left.
      else if (state === 'lost' || askedAt - renewedAt > forMs)
        lost.abort(new Error(`the lease ${lease.name} is lost`));
      if (lost.signal.aborted) clearInterval(timer);
      if (state === 'awaited' || lost.signal.aborted) whenAwaited();
    }, everyMs);
    timer.unref();
    return {
      ...lease,
      signal: lost.signal,
      async end() {
        isEnded = true;
        clearInterval(timer);
        // Where this fails, the lease ends by itself.
        await endLease(pb, lease).catch(() => undefined);
      },
    };
  }

  return {
    async hold(name, work, whenTaken) {
      const lease = { name, holder: newRecordId() };
      if (!(await takeLease(pb, lease, forMs))) return whenTaken();
      const taken = held(lease, forMs / 3, () => undefined);
      try {
        return await work(taken);
      } finally {
        await taken.end();
      }
    },

    async wait(name, stop, whenAwaited) {
      const lease = { name, holder: newRecordId() };
      while (!stop.aborted) {
        if (await takeLease(pb, lease, forMs)) return held(lease, WAITING_EVERY_MS, whenAwaited);
        await passed(WAITING_EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
      }
      return null;
    },
  };
}

const HOUR_MS = 60 * 60_000;

/** Deletes once an hour the leases that killed processes left, and that nobody took since. */
export function openLeaseCleanup(pb: PocketBase, onError: (reason: unknown) => void): PeriodicJob {
  return openPeriodicJob(() => dropOldLeases(pb, HOUR_MS), HOUR_MS, onError);
}
