/**
 * Runs pieces of work one in each turn of the event loop. Answers of another thread arrive together, and what follows each
 * of them, a whole page, would run before the loop looks at its sockets again: somebody who could be answered at once
 * waited for all of those pages. The first runs at once; Node runs only what was queued before in one round of
 * `setImmediate`, and then looks at sockets and timers.
 */
export function oneTaskPerTick(): (work: () => void) => void {
  const queue: (() => void)[] = [];
  let isTaken = false;
  const next = () => {
    const work = queue.shift();
    if (work === undefined) {
      isTaken = false;
      return;
    }
    setImmediate(next);
    work();
  };
  return (work) => {
    queue.push(work);
    if (isTaken) return;
    isTaken = true;
    next();
  };
}
