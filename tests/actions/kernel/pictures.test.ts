import { expect, it } from 'vitest';
import { pictureFrom, withPictureErrors } from '../../../src/actions/kernel/pictures.ts';
import { QueueFull } from '../../../src/domain/kernel/semaphore.ts';
import { openPostingLimits } from '../../../src/server/moderation/posting-limits.ts';

const now = Date.UTC(2026, 10, 22);
/** The context of an action that somebody calls whose account is this old, in ms. */
const calledBy = (id: string, ageMs: number) =>
  ({
    locals: {
      user: { id, since: now - ageMs, strikes: 0 },
      app: { postingLimits: openPostingLimits(true), commerce: { now: () => now } },
    },
  }) as unknown as Parameters<typeof pictureFrom>[0];

it('a picture while the queue is full is answered 503 with one sentence', async () => {
  const full = withPictureErrors(calledBy('one', 0), () => Promise.reject(new QueueFull('full')));
  await expect(full).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Many pictures are being uploaded at the moment; try again in a minute.',
  });
});

it.each([
  ['a new account', 0, 40],
  ['an old account', 30 * 86_400_000, 120],
])('the uploads of %s are counted and limited', async (_, ageMs, most) => {
  const context = calledBy('painter', ageMs);
  const upload = () => withPictureErrors(context, async () => 'taken');
  for (let taken = 0; taken < most; taken++) expect(await upload()).toBe('taken');
  await expect(upload()).rejects.toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(/^You have uploaded many pictures and files\. Please try again in /),
  });
  await expect(withPictureErrors(calledBy('another', ageMs), async () => 'taken')).resolves.toBe('taken');
});

it('no picture counts nothing', async () => {
  const context = calledBy('nobody', 0);
  for (let asked = 0; asked < 50; asked++) expect(await pictureFrom(context, undefined)).toBeNull();
  await expect(withPictureErrors(context, async () => 'taken')).resolves.toBe('taken');
});
