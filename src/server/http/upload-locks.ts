import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';
import type { HeldLease, Leases } from '../kernel/leases.ts';

/** How long a request waits for an upload that another one is writing. More than a killed process can hold it. In ms. */
const WAIT_MS = 30_000;

/**
 * One request at a time writes an upload, whichever process it came to. A lease says who; within a process requests queue
 * before they ask for it, so that the newest one gets its turn at once.
 */
export function uploadLocks(leases: Leases, waitMs = WAIT_MS): Locker {
  /** The last request of this process that holds or waits for each upload. */
  const last = new Map<string, { requestRelease: RequestRelease; over: Promise<void> }>();
  return {
    newLock(uploadId): Lock {
      let lease: HeldLease | null = null;
      let leave = (): void => undefined;
      return {
        async lock(stop, requestRelease) {
          const ended = AbortSignal.any([stop, AbortSignal.timeout(waitMs)]);
          const before = last.get(uploadId);
          const { promise: over, resolve } = Promise.withResolvers<void>();
          const own = { requestRelease, over };
          last.set(uploadId, own);
          leave = () => {
            if (last.get(uploadId) === own) last.delete(uploadId);
            resolve();
          };
          await before?.requestRelease();
          await Promise.race([before?.over, aborted(ended)]);
          const release = () => void requestRelease();
          lease = await leases.wait(`upload-body/${uploadId}`, ended, release).catch((reason) => {
            leave();
            throw reason;
          });
          if (lease !== null) return;
          leave();
          throw ERRORS.ERR_LOCK_TIMEOUT;
        },
        async unlock() {
          await lease?.end();
          leave();
        },
      };
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
