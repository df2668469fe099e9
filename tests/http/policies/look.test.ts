import { beforeAll, describe, expect, it } from 'vitest';
import { serviceClient } from '../../../src/data/kernel/client.ts';
import { actionData } from '../../../src/dev/action-data.ts';
import {
  CLOSED_PAGES,
  INVOICE_CLOSED,
  LOOK_ACTIONS,
  LOOK_ENDED_TEXT,
  lookRefusalText,
  lookRule,
} from '../../../src/domain/identity/look.ts';
import { ACCOUNT_ROUTES } from '../../../src/features/account/app/routes.ts';
import { paths } from '../../../src/paths.ts';
import { outcomeOf } from '../answers.ts';
import { openConversationPartners } from '../conversation-partners.ts';
import { callAction, request, world } from '../request.ts';
import { ACTIONS } from './action-policies.ts';

/** An operator who looks at the buyer and at the seller: what they read, and that nothing is written. */

const PEOPLE = ['buyer', 'seller'] as const;
const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });
const cookies = new Map<string, string>();
const cookieOf = (who: string) => ({ cookie: cookies.get(who) ?? '' });

/** Begins a look at somebody; answers the Cookie header of the operator's browser from then on. */
async function lookAt(personId: string): Promise<string> {
  const begun = await callAction('operator', 'deskLooks.begin', { personId, reason: 'A support case.' });
  expect(begun.status).toBe(200);
  const look = begun.headers.getSetCookie().find((line) => line.startsWith('looks-at='));
  return `${world.cookies.operator}; ${look?.split(';')[0]}`;
}

const asked = async (who: string, name: string, input: unknown = {}) => {
  const answer = await callAction('anonymous', name, input, {
    form: ACTIONS[name]?.form ?? false,
    headers: cookieOf(who),
  });
  const writes = answer.headers.get('x-writes');
  return { status: answer.status, outcome: outcomeOf(answer), text: await answer.text(), writes };
};
const page = (who: string, path: string, method = 'GET') =>
  request('anonymous', path, { method, headers: { ...cookieOf(who), origin: world.url } });

/** An action's answer as plain JSON. */
const plain = (answer: string) => JSON.stringify(actionData(answer));

beforeAll(async () => {
  for (const who of PEOPLE) cookies.set(who, await lookAt(world.users[who]));
});

describe('an operator who looks at somebody', () => {
  it.each(PEOPLE)('reads what the %s reads, and writes nothing by it', async (who) => {
    for (const name of LOOK_ACTIONS) {
      const { answers, input } = ACTIONS[name] ?? {};
      const { outcome, text, writes } = await asked(who, name, await input?.(world));
      expect.soft(outcome, `${name}: ${text.slice(0, 200)}`).toBe(answers?.[who]);
      expect.soft(writes, name).toBe('0');
    }
    const { text } = await asked(who, 'deskPeople.list', { text: world.users.buyer, after: null });
    expect(text).toContain('buyer');
  });

  it('is refused whatever changes something, with the sentence that says so', async () => {
    const refused = Object.keys(ACTIONS).filter((name) => lookRule(name) === 'refused');
    expect(refused.length).toBeGreaterThan(150);
    for (const name of refused) {
      const { status, text, writes } = await asked('seller', name);
      expect.soft([status, writes], name).toEqual([403, '0']);
      expect.soft(text, name).toContain(lookRefusalText(name, 'seller'));
    }
    const sent = await page('buyer', paths.mature(), 'POST');
    expect([sent.status, await sent.text()]).toEqual([403, lookRefusalText('', 'buyer')]);
    expect((await page('buyer', paths.views(), 'POST')).headers.get('x-writes')).toBe('0');
  });

  it('is told why a page is closed, and each such page exists', () => {
    const routes = ACCOUNT_ROUTES.map(({ path }): string => path);
    expect(Object.keys(CLOSED_PAGES).filter((path) => !routes.includes(path))).toEqual([]);
  });

  it('gets the pages and marks of the person, and no file, invoice or desk of theirs', async () => {
    expect(await (await page('buyer', paths.owned())).text()).toContain(world.products.bought);
    expect(await (await page('buyer', paths.account())).text()).toContain('buyer@guildhall.test');
    const [invoice, file, zip] = await Promise.all([
      page('buyer', paths.invoice('a'.repeat(15))),
      page('buyer', paths.downloadFile(world.products.bought, world.file)),
      page('buyer', paths.dataExport()),
    ]);
    expect([invoice.status, await invoice.text()]).toEqual([403, INVOICE_CLOSED]);
    expect([
      file.status,
      (await request('buyer', paths.downloadFile(world.products.bought, world.file))).status,
    ]).toEqual([404, 200]);
    // Their own data: the operator's.
    expect(zip.status).toBe(200);
    expect((await page('buyer', paths.operatorDesk('people'))).status).toBe(200);
    expect((await page('buyer', paths.productPreview(world.products.draft))).status).toBe(404);
    expect((await page('seller', paths.productPreview(world.products.draft))).status).toBe(200);
  });

  it('sees no private conversation, no secret, no card and no words with a gift', async () => {
    const words = 'Between the two of us';
    const partners = await openConversationPartners(pb, 'Whispers', 'Ear');
    const { buyer, seller, storeId } = partners;
    const started = await buyer.call('conversations.start', { storeId });
    const { id } = started.data as { id: string };
    const key = crypto.randomUUID();
    expect((await buyer.call('conversations.send', { id, key, text: words })).status).toBe(200);
    expect(JSON.stringify(await seller.call('conversations.one', { id }))).toContain(words);
    for (const { id: person } of [buyer, seller]) {
      cookies.set(person, await lookAt(person));
      for (const name of ['conversations.one', 'conversations.list', 'conversations.unread'])
        expect((await asked(person, name, name.endsWith('one') ? { id } : {})).status).toBe(403);
      for (const name of LOOK_ACTIONS) {
        const { text } = await asked(person, name, await ACTIONS[name]?.input(world));
        expect.soft(text, name).not.toContain(words);
      }
    }
    const own = await (await callAction('buyer', 'checkout.myOrders', { page: 1 })).text();
    const seen = await asked('buyer', 'checkout.myOrders', { page: 1 });
    const order = await asked('buyer', 'checkout.myOrder', { orderId: world.order.id });
    // The digits with their name: four digits alone also stand in ids and times by chance.
    for (const secret of [/"last4":"4242"/, /For your new printer/]) {
      expect(plain(own)).toMatch(secret);
      expect(plain(seen.text) + plain(order.text)).not.toMatch(secret);
    }
    expect(order.text).toContain(world.order.id);
  });
});

describe('a look', () => {
  it('serves only who began it, and nobody after its end', async () => {
    const [, look = ''] = (cookies.get('buyer') ?? '').split('; looks-at=');
    for (const role of ['moderator', 'unconfirmed operator', 'seller'] as const) {
      cookies.set('thief', `${world.cookies[role]}; looks-at=${look}`);
      const { status, text } = await asked('thief', 'library.all');
      expect([status, text.includes(LOOK_ENDED_TEXT)], role).toEqual([409, true]);
      expect(await (await page('thief', paths.owned())).text(), role).not.toContain(world.products.bought);
    }
    cookies.set('twice', await lookAt(world.users.buyer));
    expect((await asked('twice', 'library.all')).status).toBe(200);
    expect((await asked('twice', 'deskLooks.end')).text).toContain(world.users.buyer);
    expect((await asked('twice', 'library.all')).status).toBe(409);
    const after = await page('twice', paths.account());
    expect(after.headers.getSetCookie().some((line) => line.startsWith('looks-at=;'))).toBe(true);
    expect(await after.text()).not.toContain('buyer@guildhall.test');
  });

  it('is told to the person', async () => {
    const overview = await (await callAction('buyer', 'account.overview', undefined)).text();
    expect(overview).toContain('A support case.');
  });
});
