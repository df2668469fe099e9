import { expect, it, onTestFinished } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import type { RecordOf } from '../../src/data/kernel/record.ts';
import { paths } from '../../src/paths.ts';
import { settingStates } from '../dashboard-states.ts';
import { newUserCookie } from './people.ts';
import { callAction, freshAddress, request, world } from './request.ts';

/** Pages show a change within 2 s on an idle machine; this limit allows for a busy one. */
const WITHIN = { timeout: 15_000, interval: 50 };
const pb = settingStates(serviceClient({ url: world.pocketbaseUrl, ...world.service }));
const product = world.products.bought;
const page = paths.askQuestion(product);
const TEXT = '</textarea><script>window.hit=1</script> "Does it" & \'fit\' = a base?';
const ESCAPED = '&lt;/textarea&gt;&lt;script&gt;window.hit=1&lt;/script&gt;';

const send = (role: 'anonymous' | 'buyer' | 'unverified', fields: Record<string, string>, cookie = '') =>
  request(role, page, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie === '' ? {} : { cookie }),
    },
    body: new URLSearchParams(fields).toString(),
  });
async function deleteAfterTest(text: string) {
  onTestFinished(async () => {
    const filter = pb.filter('question = {:text}', { text });
    for (const { id } of await pb.collection('questions').getFullList({ filter }))
      await pb.collection('questions').delete(id);
  });
}

it('a draft typed before the sign-in is restored afterwards, only to its author', async () => {
  const answer = await send('anonymous', { text: TEXT });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(paths.login(page));
  // Beside it may be the cookie that says how far the site's changes have to be read.
  const set = answer.headers.getSetCookie().find((one) => one.startsWith('typed-question=')) ?? '';
  expect(set).toMatch(/^typed-question=[\w-]+; /);
  expect(set).toContain(`Path=${page}`);
  expect(set).toContain('HttpOnly');
  const typed = set.split(';')[0] ?? '';
  const headers = { cookie: `${world.cookies.buyer}; ${typed}`, 'x-forwarded-for': freshAddress() };
  const back = await (await fetch(world.url + page, { headers })).text();
  expect(back).toContain(ESCAPED);
  expect(back).not.toContain('<script>window.hit');
  expect(await (await request('buyer', page)).text()).not.toContain('window.hit');
});

it('a refused question keeps its text and is not posted', async () => {
  const short = await send('anonymous', { text: 'Why?' });
  expect(short.status).toBe(400);
  expect(await short.text()).toMatch(/>Why\?<\/textarea>[\s\S]*Use at least 10 characters\./);
  const huge = await send('buyer', { text: 'x'.repeat(50_000) });
  expect(huge.status).toBe(400);
  expect(await huge.text()).toContain('Use at most 1000 characters.');
  const unverified = await send('unverified', { text: TEXT });
  expect(unverified.status).toBe(409);
  expect(await unverified.text()).toContain(ESCAPED);
  for (const body of ['text', 'text=%00%01', 'takeBack=', ''])
    expect((await request('buyer', page, { method: 'POST', body })).status).toBe(400);
});

it('a question is posted, shown as text on every page, answered in JSON-LD, and removed when withdrawn', async () => {
  await deleteAfterTest(TEXT);
  // Somebody new: other tests use up what the buyer may ask in an hour.
  const asker = await newUserCookie(pb);
  const answer = await send('buyer', { text: TEXT }, asker);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${page}?asked=now`]);
  const { id, updated } = await pb
    .collection('questions')
    .getFirstListItem<RecordOf<'questions'>>(pb.filter('question = {:text}', { text: TEXT }));
  const shown = async (path: string) => (await request('anonymous', path)).text();
  for (const path of [paths.product(product), paths.productQuestions(product)]) {
    await expect.poll(() => shown(path), WITHIN).toContain(ESCAPED);
    expect(await shown(path)).not.toContain('<script>window.hit');
  }
  const answered = await callAction('seller', 'questions.answer', {
    id,
    seen: Date.parse(updated.replace(' ', 'T')),
    text: `Yes. ${TEXT}`,
  });
  expect(answered.status).toBe(200);
  const ld = async () =>
    [...(await shown(paths.productQuestions(product))).matchAll(/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      ([, json = '']) => JSON.parse(json) as object,
    );
  await expect.poll(ld, WITHIN).toContainEqual(
    expect.objectContaining({
      '@type': 'QAPage',
      mainEntity: expect.arrayContaining([expect.objectContaining({ name: TEXT })]),
    }),
  );
  const late = await send('buyer', { takeBack: id }, asker);
  expect(late.status).toBe(409);
  await pb.collection('questions').update(id, { answer: '', state: 'open' });
  expect((await send('buyer', { takeBack: id }, asker)).status).toBe(303);
  await expect.poll(() => shown(paths.product(product)), WITHIN).not.toContain(ESCAPED);
});
