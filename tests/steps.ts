import { Session } from 'node:inspector/promises';

/**
 * Counts the steps of a function: how often every block of JavaScript is entered while it runs, libraries included, by the
 * engine's own counters. What the engine does inside one call, such as one match of a regular expression, is one step;
 * `tests/domain/regexps.test.ts` bounds those.
 */
export interface StepCounter {
  stepsOf(work: () => unknown): Promise<number>;
  stop(): void;
}

/** Opens a counter. Only code that is imported afterwards is counted completely, so import it with `await import()`. */
export async function openStepCounter(): Promise<StepCounter> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    async stepsOf(work) {
      await session.post('Profiler.takePreciseCoverage');
      work();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      let steps = 0;
      for (const { functions } of result)
        for (const { ranges } of functions) for (const { count } of ranges) steps += count;
      return steps;
    },
    stop: () => session.disconnect(),
  };
}
