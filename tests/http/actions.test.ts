import { describe, expect, it } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { paths } from '../../src/paths.ts';
import { type Outcome, outcomeOf } from './answers.ts';
import { definedActions } from './defined-actions.ts';
import { EXPORT, exportedData } from './exported.ts';
import { DESK_ROLES, type DeskRole, newUserCookie, PEOPLE, ROLES, type Role } from './people.ts';
import { ACTIONS, type ActionPolicy, anySale } from './policies/action-policies.ts';
import { callAction, request, world } from './request.ts';

const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });
const isPerson = (role: Role | DeskRole) => PEOPLE.some((person) => person === role);

const TRIES = 3;

/** Calls an action, and again after a conflict: other tests change the same draft at the same time. */
async function callAs(role: Role | DeskRole, name: string, policy: ActionPolicy): Promise<Response> {
  const { input, form = false, endsSession } = policy;
  const answers: Partial<Record<Role | DeskRole, Outcome>> = { ...policy.answers, ...policy.desk };
  for (let tries = 1; ; tries++) {
    const data = await input(world);
    const headers = endsSession && isPerson(role) ? { cookie: await newUserCookie(pb) } : {};
    const answer = await callAction(role, name, data, { form, headers });
    if (answer.status !== 409 || answers[role] === 409 || tries === TRIES) return answer;
    await answer.arrayBuffer();
  }
}

/**
 * The most trips to PocketBase of an action on average, over all good calls of signed-in people, besides those for the session
 * and the store, which are remembered. Jobs that an
 * action wakes count where they are quicker than its answer.
 */
const TRIPS_AN_ACTION = 2;

/** How often the site asked PocketBase for each good call of a signed-in person. */
const trips: { name: string; count: number }[] = [];

describe('the action policies', () => {
  it('cover every action under src/actions and no other', () => {
    expect(Object.keys(ACTIONS).sort()).toEqual(definedActions().sort());
  });

  it.each(Object.entries(ACTIONS))('hold for %s', async (name, policy) => {
    const outcomes = await Promise.all(
      [...ROLES, ...(policy.desk ? DESK_ROLES : [])].map(async (role) => {
        const answer = await callAs(role, name, policy);
        const text = await answer.text();
        if (answer.ok && isPerson(role)) trips.push({ name, count: Number(answer.headers.get('x-trips')) });
        return [role, answer.status >= 500 ? `${answer.status} ${text}` : outcomeOf(answer)] as const;
      }),
    );
    expect(Object.fromEntries(outcomes)).toEqual({ ...policy.answers, ...policy.desk });
  });

  it('keep the trips that an action makes to PocketBase within the limit, on average', () => {
    const sum = trips.reduce((total, { count }) => total + count, 0);
    const worst = trips.toSorted((one, other) => other.count - one.count).slice(0, 20);
    const listed = worst.map(({ name, count }) => `${name} ${count}`).join(', ');
    expect(trips.length).toBeGreaterThan(300);
    expect(sum).toBeGreaterThan(trips.length);
    expect(sum / trips.length, `the most: ${listed}`).toBeLessThanOrEqual(TRIPS_AN_ACTION);
  });

  it('hold for POST only: a GET is not found', async () => {
    expect((await request('buyer', '/_actions/session.signOut')).status).toBe(404);
  });
});

describe('a list', () => {
  const LISTS = ['checkout.myOrders', 'library.all', 'wishes.list', 'sales.mine'];
  const list = async (role: Role, action: string) => {
    const input = action === 'sales.mine' ? { page: 1, filter: anySale } : { page: 1 };
    const answer = await callAction(role, action, action.startsWith('library') ? undefined : input);
    expect(answer.ok, action).toBe(true);
    return answer.text();
  };

  it('shows the user’s own rows', async () => {
    const exported = await request('buyer', EXPORT);
    expect(exported.headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-.*\.zip"$/);
    const { readMe, orders, library } = await exportedData(exported);
    expect(readMe).toContain('orders.json: your orders');
    expect(JSON.stringify(orders)).toContain(world.order.id);
    expect(JSON.stringify(library)).toContain(world.products.bought);
    expect((await request('anonymous', EXPORT)).status).toBe(401);
    const opened = await request('anonymous', EXPORT, { headers: { accept: 'text/html' } });
    expect(opened.headers.get('location')).toBe(paths.login(EXPORT));
    expect(await list('buyer', 'checkout.myOrders')).toContain(world.order.id);
    expect(await list('buyer', 'library.all')).toContain(world.products.bought);
    expect(await list('seller', 'sales.mine')).toContain(world.order.line);
  });

  it('shows no rows of another user, nor does a data export', async () => {
    const secrets = [world.order.id, world.order.line, world.list, world.products.bought, world.users.buyer];
    for (const role of ['other buyer', 'other seller', 'unverified'] as const) {
      const exported = JSON.stringify(await exportedData(await request(role, EXPORT)));
      expect(
        secrets.filter((secret) => exported.includes(secret)),
        `export of ${role}`,
      ).toEqual([]);
      for (const action of LISTS) {
        const text = await list(role, action);
        expect(
          secrets.filter((secret) => text.includes(secret)),
          `${role} by ${action}`,
        ).toEqual([]);
      }
    }
  });
});

describe('another user', () => {
  it('cannot take a product off the buyer’s list', async () => {
    const { products, list } = world;
    const input = { productId: products.bought, listId: list };
    await callAction('buyer', 'library.setOnList', { ...input, on: true });
    await callAction('other buyer', 'library.setOnList', { ...input, on: false });
    const mark = await pb
      .collection('library_marks')
      .getFirstListItem(pb.filter('user = {:id}', { id: world.users.buyer }));
    expect(mark['lists']).toContain(list);
  });
});
