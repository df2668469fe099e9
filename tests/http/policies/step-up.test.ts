import { describe, expect, it } from 'vitest';
import { serviceClient } from '../../../src/data/kernel/client.ts';
import { actionData } from '../../../src/dev/action-data.ts';
import { SECOND_FACTOR_TEXT } from '../../../src/domain/identity/role.ts';
import { STEP_UP_TEXT } from '../../../src/domain/identity/step-up.ts';
import { paths } from '../../../src/paths.ts';
import { cookieOf, PASSWORD, signedInStaff } from '../people.ts';
import { callAction, request, world } from '../request.ts';
import { ACTIONS } from './action-policies.ts';

/** What a session cookie alone does not open: it can be read by scripts, so somebody else may have it. */

const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });

/** The session cookie of somebody, without what proves that they have just shown who they are. */
const sessionOf = (role: 'seller' | 'buyer' | 'operator') =>
  world.cookies[role].split('; ').filter((part) => !part.startsWith('guildhall_fresh'));
const stolen = (role: 'seller' | 'buyer' | 'operator') => ({ cookie: sessionOf(role).join('; ') });

async function refusalOf(answer: Response): Promise<string> {
  return `${answer.status} ${((await answer.json()) as { message?: string }).message}`;
}

describe('with the session cookie alone', () => {
  it.each([
    'apiTokens.make',
    'businessAccounts.page',
    'storeStaff.ask',
    'storeStaff.change',
    'webhooks.create',
    'webhooks.renewSecret',
  ])('nobody gets to %s', async (name) => {
    const input = await ACTIONS[name]?.input(world);
    const answer = await callAction('anonymous', name, input, { headers: stolen('seller') });
    expect(await refusalOf(answer)).toBe(`403 ${STEP_UP_TEXT}`);
  });

  it('nobody restores access at the desk, or removes the second factor', async () => {
    for (const name of ['deskPeople.restoreAccess', 'deskFactor.remove']) {
      const input = await ACTIONS[name]?.input(world);
      const answer = await callAction('anonymous', name, input, { headers: stolen('operator') });
      expect(await refusalOf(answer), name).toBe(`403 ${STEP_UP_TEXT}`);
    }
  });

  it('the desk is not read, neither its lists nor its models', async () => {
    const session = {
      cookie: sessionOf('operator')
        .filter((part) => part.startsWith('pb_auth'))
        .join('; '),
    };
    for (const name of ['deskPeople.list', 'deskOrders.list', 'deskAudit.list', 'siteSettings.read']) {
      const input = await ACTIONS[name]?.input(world);
      const answer = await callAction('anonymous', name, input, { headers: session });
      expect(await refusalOf(answer), name).toBe(`403 ${SECOND_FACTOR_TEXT}`);
    }
    const state = await callAction('anonymous', 'deskFactor.state', {}, { headers: session });
    expect(actionData(await state.text())).toMatchObject({
      isConfirmed: false,
      isSetUp: false,
      refusal: null,
    });
  });
});

describe('showing who one is', () => {
  it('opens for this browser what the session alone does not', async () => {
    const confirmed = await callAction(
      'anonymous',
      'stepUps.confirm',
      { by: 'password', password: PASSWORD },
      { headers: stolen('buyer') },
    );
    expect(confirmed.status).toBe(200);
    const cookie = confirmed.headers.getSetCookie().find((one) => one.startsWith('guildhall_fresh='));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Strict/i);
    expect(cookie).toMatch(/Max-Age=600/i);
    const fresh = cookie?.split(';')[0] ?? '';
    const make = (session: string) =>
      callAction(
        'anonymous',
        'apiTokens.make',
        { name: 'A token of the tests', scopes: ['library.read'], days: 30 },
        { headers: { cookie: session } },
      );
    expect((await make(`${stolen('buyer').cookie}; ${fresh}`)).status).toBe(200);
    // It is this person's proof, and nobody else's.
    expect((await make(`${stolen('seller').cookie}; ${fresh}`)).status).toBe(403);
    // Two cookies of the name are nobody's.
    expect(
      (await make(`${stolen('buyer').cookie}; ${fresh}; guildhall_fresh=${'x'.repeat(43)}`)).status,
    ).toBe(403);
  });

  it('ends with the log-out', async () => {
    const { id, token, record } = await signedInStaff(pb, 'leaving', 'moderator');
    const session = cookieOf(token, record);
    const confirmed = await callAction(
      'anonymous',
      'stepUps.confirm',
      { by: 'password', password: PASSWORD },
      { headers: { cookie: session } },
    );
    const fresh = confirmed.headers
      .getSetCookie()
      .find((one) => one.startsWith('guildhall_fresh='))
      ?.split(';')[0];
    const headers = { cookie: `${session}; ${fresh}` };
    const rows = () => pb.collection('step_ups').getFullList({ filter: pb.filter('user = {:id}', { id }) });
    expect(await rows()).toHaveLength(1);
    await request('anonymous', paths.signedOut(), {
      method: 'POST',
      headers: { ...headers, origin: world.url },
    });
    expect(await rows()).toEqual([]);
  });
});

it('each visit to the payout page is mailed to the store’s owner', async () => {
  const subject = 'Your page at the payment provider was opened';
  const count = async () => {
    const filter = pb.filter('to = {:to} && subject = {:subject}', { to: 'seller@guildhall.test', subject });
    return (await pb.collection('mails').getList(1, 1, { filter })).totalItems;
  };
  const before = await count();
  expect((await callAction('seller', 'businessAccounts.page', undefined)).status).toBe(200);
  expect(await count()).toBeGreaterThan(before);
});
