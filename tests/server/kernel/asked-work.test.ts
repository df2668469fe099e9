import { describe, expect, it } from 'vitest';
import { isSolution, readChallenge } from '../../../src/domain/kernel/proof-of-work.ts';
import { CHALLENGE_SECONDS, openAskedWork } from '../../../src/server/kernel/asked-work.ts';
import { memoryLimits } from '../../../src/server/kernel/rate-limits.ts';

/** What the script of a page does. */
function solved(challenge: string): string {
  const asked = readChallenge(challenge);
  if (!asked) throw new Error('no challenge');
  let number = 0;
  while (!isSolution(asked, number)) number += 1;
  return `${challenge}.${number}`;
}
const easy = () => 8;
const MIRA = 'mira@guildhall.test';

describe('work instead of a refusal', () => {
  it('is accepted once, for what it was asked', async () => {
    const counts = memoryLimits();
    const work = openAskedWork('a secret', counts, Date.now, easy);
    const done = solved(await work.challenge('code', MIRA));
    expect(await work.accepts('reset', MIRA, done)).toBe(false);
    expect(await work.accepts('code', 'ivo@guildhall.test', done)).toBe(false);
    expect(await openAskedWork('another secret', counts, Date.now, easy).accepts('code', MIRA, done)).toBe(
      false,
    );
    expect(await work.accepts('code', ' Mira@guildhall.test', done)).toBe(true);
    expect(await work.accepts('code', MIRA, done)).toBe(false);
  });

  it('is not accepted unsolved, made easier, too late, or as nonsense', async () => {
    let now = 1_000_000;
    const work = openAskedWork('a secret', memoryLimits(), () => now, easy);
    const challenge = await work.challenge('code', MIRA);
    const asked = readChallenge(challenge);
    if (!asked) throw new Error('no challenge');
    let wrong = 0;
    while (isSolution(asked, wrong)) wrong += 1;
    const easier = challenge.replace(`.${asked.bits}.`, '.0.');
    for (const sent of [null, undefined, '', challenge, `${challenge}.${wrong}`, `${easier}.1`, 'a.b.c.1'])
      expect(await work.accepts('code', MIRA, sent)).toBe(false);
    const done = solved(challenge);
    now += CHALLENGE_SECONDS * 1000 + 1;
    expect(await work.accepts('code', MIRA, done)).toBe(false);
  });
});
