import { expect, it } from 'vitest';
import { serviceClient } from '../../../src/data/kernel/client.ts';
import { actionData } from '../../../src/dev/action-data.ts';
import { callAction, world } from '../request.ts';

/** What people at the desk may not see, though they may open the page. */

const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });

async function answerOf<T>(role: 'moderator' | 'operator', action: string, input: unknown): Promise<T> {
  const answer = await callAction(role, action, input);
  expect(answer.status).toBe(200);
  return actionData(await answer.text()) as T;
}

it('moderators read mails that gave up, and what they were about, in the queue', async () => {
  const subject = `Receipt ${crypto.randomUUID()}`;
  const { id } = await pb.collection('mails').create({
    ...{ mailKey: crypto.randomUUID(), kind: 'receipt', to: 'a@guildhall.test', subject, body: 'Hello.' },
    ...{ state: 'failed', error: 'no such box', sendAfter: new Date().toISOString() },
  });
  const seenBy = async (role: 'moderator' | 'operator', kind: 'mail' | null) => {
    const page = await answerOf<{ entries: { id: string }[] }>(role, 'deskQueue.list', { kind, after: null });
    return page.entries.some((entry) => entry.id === id);
  };
  expect(await seenBy('operator', 'mail')).toBe(true);
  expect(await seenBy('moderator', 'mail')).toBe(false);
  expect(await seenBy('moderator', null)).toBe(false);
  const { counts } = await answerOf<{ counts: object }>('moderator', 'deskQueue.counts', {});
  expect(counts).not.toHaveProperty('mail');
  expect((await callAction('moderator', 'deskHealth.letter', { kind: 'mail', id })).status).toBe(403);
});

it('moderators read in a case what refunds would cost, and addresses of people without an account', async () => {
  const { id } = await pb.collection('cases').create({
    ...{ kind: 'copyright', product: world.products.bought, what: 'product', subject: world.products.bought },
    ...{ reporter: 'maker@guildhall.test', claim: 'This is my dragon.', state: 'open' },
  });
  type Shown = { sum: object | null; file: { strangers: { email: string }[] } };
  const [moderator, operator] = [
    await answerOf<Shown>('moderator', 'deskCases.one', { id }),
    await answerOf<Shown>('operator', 'deskCases.one', { id }),
  ];
  expect(operator.file.strangers).toMatchObject([{ email: 'maker@guildhall.test' }]);
  expect(operator.sum).not.toBeNull();
  expect(moderator.file.strangers).toMatchObject([{ email: '' }]);
  expect(moderator.sum).toBeNull();
});
