/** Too much work waits already. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

/**
 * Limits how much work runs at once to `permits`. The rest waits, first in, first out.
 * @param waitingMost how much may wait; what comes after that is refused. No limit unless given.
 * @returns runs work. @throws QueueFull
 */
export function semaphore(permits: number, waitingMost = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = [];
  let free = permits;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else if (waiting.length >= waitingMost) throw new QueueFull('too much work waits already');
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The permit goes straight to the next in line, so that no newcomer overtakes it.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
