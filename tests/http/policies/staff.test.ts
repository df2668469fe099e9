import { beforeAll, describe, expect, it } from 'vitest';
import { serviceClient } from '../../../src/data/kernel/client.ts';
import { STAFF_ROLES, type StaffRole, staffRefusal } from '../../../src/domain/identity/store-staff.ts';
import { paths } from '../../../src/paths.ts';
import { outcomeOf } from '../answers.ts';
import { cookieOf, signedInUser } from '../people.ts';
import { callAction, request, world } from '../request.ts';
import { ACTIONS } from './action-policies.ts';

/** People who act for the store of the seller, in each role. */

const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });
const cookies = new Map<StaffRole | 'asked' | 'stranger', string>();
const rows = new Map<string, string>();
const users = new Map<string, string>();

beforeAll(async () => {
  for (const who of [...STAFF_ROLES, 'asked', 'stranger'] as const) {
    const { id, token, record } = await signedInUser(pb, `staff-${who}`);
    users.set(who, id);
    cookies.set(who, `${cookieOf(token, record)}; works-for=${world.stores.seller}`);
    if (who === 'stranger') continue;
    const roles = who === 'asked' ? STAFF_ROLES : [who];
    const agreedAt = who === 'asked' ? '' : new Date();
    const row = { store: world.stores.seller, user: id, roles, agreedAt };
    rows.set(who, (await pb.collection('store_staff').create(row)).id);
  }
});

const TRIES = 3;

const callAs = async (who: StaffRole | 'asked' | 'stranger', name: string) => {
  const policy = ACTIONS[name];
  if (!policy) throw new Error(`there is no action ${name}`);
  const options = { form: policy.form ?? false, headers: { cookie: cookies.get(who) ?? '' } };
  for (let tries = 1; ; tries++) {
    const answer = await callAction('anonymous', name, await policy.input(world), options);
    // Other tests change the same draft at the same time: then again, with the version of now.
    if (answer.status !== 409 || policy.answers.seller === 409 || tries === TRIES) return answer;
    await answer.arrayBuffer();
  }
};
/** The actions that a seller may do and somebody without a store may not, or which answer them otherwise. */
const SELLERS = Object.entries(ACTIONS).filter(
  ([name, { answers, endsSession }]) =>
    answers.seller !== answers['other buyer'] && !endsSession && !name.startsWith('storeStaff.'),
);
/** What the input of the policies changes besides what the role allows. */
const MIXED = new Set(['products.change', 'productsInBulk.change']);
/** What only the person who did it finds again. */
const OWN = new Set(['productsInBulk.putBack']);

describe('the staff of a store', () => {
  it.each(SELLERS)('do %s only where their role allows it', async (name, { answers }) => {
    for (const who of STAFF_ROLES) {
      const answer = await callAs(who, name);
      const text = await answer.text();
      const outcome = answer.status >= 500 ? text : outcomeOf(answer);
      const allowed = OWN.has(name) ? [404] : [answers.seller, MIXED.has(name) ? 403 : 409];
      // What is about one's own store answers as for anybody without one.
      const expected = staffRefusal([who], name) === null ? allowed : [403, answers['other buyer']];
      expect(expected, `${who}: ${text.slice(0, 200)}`).toContain(outcome);
    }
    const outsider = name.length % 2 === 0 ? 'asked' : 'stranger';
    expect([403, answers['other buyer']], outsider).toContain(outcomeOf(await callAs(outsider, name)));
  });

  it('cannot choose the staff, and act for no store that they are removed from', async () => {
    const headers = { cookie: cookies.get('upload') ?? '' };
    const ask = { username: 'buyer', roles: ['money'] };
    expect((await callAction('anonymous', 'storeStaff.ask', ask, { headers })).status).toBe(403);
    const change = { id: rows.get('upload'), roles: ['money'] };
    expect((await callAction('anonymous', 'storeStaff.change', change, { headers })).status).toBe(403);

    const list = () => callAs('upload', 'products.list');
    expect((await list()).status).toBe(200);
    const id = rows.get('upload');
    expect((await callAction('other seller', 'storeStaff.end', { id })).status).toBe(404);
    expect((await list()).status).toBe(200);
    expect((await callAction('seller', 'storeStaff.end', { id })).status).toBe(200);
    expect((await list()).status).toBe(403);
    // The account page forgets the store that they chose.
    const page = await request('anonymous', paths.account(), { headers });
    expect(page.headers.get('set-cookie')).toMatch(/works-for=;/);
  });

  it('are in the log of the store with what they did, and their reading is not', async () => {
    const { deeds } = await (await callAction('seller', 'storeStaff.mine', undefined)).json().then(readable);
    expect(JSON.stringify(deeds)).toContain('Added a coupon');
    expect(JSON.stringify(deeds)).not.toContain('"deed":null');
    const other = await (await callAction('other seller', 'storeStaff.mine', undefined)).text();
    expect(other).not.toContain('Added a coupon');
  });

  it('of a suspended owner cannot act', async () => {
    const coupons = () => callAs('money', 'coupons.mine');
    expect((await coupons()).status).toBe(200);
    const owner = world.users['seller'];
    await pb.collection('users').update(owner, { suspended: true });
    try {
      await expect.poll(async () => (await coupons()).status, { timeout: 15_000 }).toBe(403);
    } finally {
      await pb.collection('users').update(owner, { suspended: false });
    }
  });
});

/** An action's answer, whose values are numbered. */
const readable = (packed: unknown) => ({ deeds: packed });
