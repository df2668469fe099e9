import { ActionError } from 'astro:actions';
import { expect, it } from 'vitest';
import type { ActionResult } from '../../src/ui/action-answer.ts';
import { askUntilAnswered } from '../../src/ui/ask-until-answered.ts';

const away = new ActionError({ code: 'SERVICE_UNAVAILABLE', message: 'The site is restarting.' });
const missing = new ActionError({ code: 'NOT_FOUND', message: 'It does not exist.' });

/** Asks for answers in this order; an Error stands for no connection. */
async function asked(answers: (number | ActionError | Error)[], stop = new AbortController()) {
  const told: (number | string | null)[] = [];
  const pauses: number[] = [];
  const ask = async (): Promise<ActionResult<number>> => {
    const next = answers.shift() ?? expect.unreachable();
    if (typeof next === 'number') return { data: next, error: undefined };
    if (next instanceof ActionError) return { data: undefined, error: next };
    throw next;
  };
  await askUntilAnswered(
    ask,
    (answer) => told.push(answer && (answer.error?.code ?? answer.data ?? null)),
    stop.signal,
    async (ms) => {
      pauses.push(ms);
      if (pauses.length === 7) stop.abort();
    },
  );
  return { told, pauses, left: answers.length };
}

it('a page that is opened while the site restarts asks again by itself, after ever longer pauses', async () => {
  const { told, pauses } = await asked([away, new TypeError('Failed to fetch'), 7]);
  expect(told).toEqual(['SERVICE_UNAVAILABLE', null, 7]);
  expect(pauses[0]).toBeGreaterThanOrEqual(1_500);
  expect(pauses[1]).toBeGreaterThanOrEqual(3_000);
});

it('asks once where it is answered, also with a refusal', async () => {
  expect(await asked([7, 8])).toEqual({ told: [7], pauses: [], left: 1 });
  expect(await asked([missing, 8])).toEqual({ told: ['NOT_FOUND'], pauses: [], left: 1 });
});

it('waits ever longer, for half a minute in the end, and stops when it is told to', async () => {
  const { told, pauses, left } = await asked(Array.from({ length: 20 }, () => away));
  expect(told).toHaveLength(7);
  expect(left).toBe(13);
  for (const pause of pauses.slice(-2)) {
    expect(pause).toBeGreaterThanOrEqual(22_500);
    expect(pause).toBeLessThanOrEqual(37_500);
  }
});
