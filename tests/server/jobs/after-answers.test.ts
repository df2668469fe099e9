import { expect, it } from 'vitest';
import { openAfterAnswers } from '../../../src/server/jobs/after-answers.ts';

it('work after an answer starts later, is reported when it fails, and is finished on closing', async () => {
  const errors: unknown[] = [];
  const done: string[] = [];
  const work = openAfterAnswers((reason) => errors.push(reason));
  for (let n = 0; n < 20; n++) work.run(async () => done.push(`mail ${n}`));
  work.run(() => Promise.reject(new Error('no mail server')));
  work.run(async () => {
    work.run(async () => done.push('started meanwhile'));
  });
  expect(done).toEqual([]);
  await work.close();
  expect(done).toHaveLength(21);
  expect(errors).toEqual([new Error('no mail server')]);
});
