import { setImmediate } from 'node:timers/promises';
import { semaphore } from '../../domain/kernel/semaphore.ts';

/**
 * Work that goes on after a request was answered, such as mailing: the answer then takes as long whether or not there is
 * anything to do. What is waiting is lost if the process is killed.
 */
export interface AfterAnswers {
  /** Starts the work without waiting for it. An error is reported. */
  run(work: () => Promise<unknown>): void;
  /** Resolves when all work started so far is done. */
  settled(): Promise<void>;
  /** Finishes what was started. */
  close(): Promise<void>;
}

const AT_ONCE = 4;

export function openAfterAnswers(onError: (reason: unknown) => void): AfterAnswers {
  const inTurn = semaphore(AT_ONCE);
  const running = new Set<Promise<unknown>>();
  const settled = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    run(work) {
      const done: Promise<unknown> = inTurn(async () => {
        // The answer is written first.
        await setImmediate();
        return work();
      })
        .catch(onError)
        .finally(() => running.delete(done));
      running.add(done);
    },
    settled,
    close: settled,
  };
}
