/** Limits how much work runs at once to `permits`. The rest waits, first in, first out. */
export function semaphore(permits: number) {
  const waiting: (() => void)[] = [];
  let free = permits;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
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
