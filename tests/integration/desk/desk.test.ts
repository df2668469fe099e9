import { createHash } from 'node:crypto';
import PocketBase from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { auditLog } from '../../../src/data/desk/audit-log.ts';
import { deskAccess, deskTransaction, giveRole, roleOf, withDeed } from '../../../src/data/identity/roles.ts';
import { endSessions } from '../../../src/data/identity/users.ts';
import type { Actor } from '../../../src/data/kernel/actor.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import type { AuditFilter } from '../../../src/domain/desk/audit-entry.ts';
import { confirmSession, endConfirmation, proofHash } from '../../../src/server/identity/second-factor.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
let pb: PocketBase;
let made = 0;
let userId: string;
let odile: Actor;

beforeAll(async () => {
  commerce = await openTestCommerce();
  pb = commerce.pb;
});
afterAll(() => commerce.close());
beforeEach(async () => {
  userId = await newPerson();
  odile = { id: userId, name: `person-${made}`, role: 'operator' };
});

const password = 'a password of the tests';
const newPerson = async () => {
  const username = `person-${++made}`;
  const email = `${username}@guildhall.test`;
  return (
    await pb
      .collection('users')
      .create({ username, email, password, passwordConfirm: password, verified: true })
  ).id;
};
const now = () => Date.now();
const give = (role: 'operator' | 'moderator' | null) =>
  giveRole(pb, { userId, role, givenBy: 'npm run role', now: now() });
const ALL: AuditFilter = { kind: null, record: '', name: '', from: null, before: null };
const logged = async (filter: Partial<AuditFilter>) =>
  (await auditLog(pb, { ...ALL, ...filter }, null, 50)).entries.map(
    ({ field, before, after, who, name }) => `${field}: ${before} > ${after}, ${who} ${name}`,
  );

describe('a role', () => {
  it('is given, changed and taken, and the log says by whom', async () => {
    expect(await roleOf(pb, userId)).toBeNull();
    await give('moderator');
    expect(await roleOf(pb, userId)).toBe('moderator');
    const { id } = await pb.collection('roles').getFirstListItem(`user = "${userId}"`);
    await give('operator');
    expect(await roleOf(pb, userId)).toBe('operator');
    await give(null);
    expect(await roleOf(pb, userId)).toBeNull();
    expect(await logged({ record: id })).toEqual([
      'role: operator > , operator npm run role',
      'role: moderator > operator, operator npm run role',
      'role:  > moderator, operator npm run role',
    ]);
  });

  it('does not count while its person is suspended', async () => {
    await give('operator');
    await pb.collection('users').update(userId, { suspended: true });
    expect(await roleOf(pb, userId)).toBeNull();
    await pb.collection('users').update(userId, { suspended: false });
    expect(await roleOf(pb, userId)).toBe('operator');
  });

  it('given in the dashboard names the superuser', async () => {
    const dashboard = new PocketBase(commerce.pb.baseURL);
    const { email, password: secret } = inject('backend').service;
    await dashboard.collection('_superusers').authWithPassword(email, secret);
    const { id } = await dashboard.collection('roles').create({ user: userId, role: 'moderator' });
    await dashboard.collection('roles').delete(id);
    expect(await logged({ record: id })).toEqual([
      `role: moderator > , operator ${email}`,
      `role:  > moderator, operator ${email}`,
    ]);
  });
});

describe('the second factor', () => {
  /** Confirms a session, and answers its cookie header. */
  async function confirmed(): Promise<string> {
    let cookie = '';
    const cookies = {
      set(name: string, value: unknown) {
        cookie = `${name}=${String(value)}`;
      },
    };
    await confirmSession(pb, cookies as never, userId, now());
    return cookie;
  }
  const isConfirmed = async (cookie: string, at = now()) =>
    (await deskAccess(pb, { userId, secretHash: proofHash(cookie), now: at })).isConfirmed;

  beforeEach(() => give('operator'));

  it('counts in the session that entered the code, until log-out', async () => {
    const [one, other] = [await confirmed(), await confirmed()];
    expect(await isConfirmed(one)).toBe(true);
    expect(await isConfirmed('guildhall_desk=no-secret')).toBe(false);
    await endConfirmation(pb, one);
    expect(await isConfirmed(one)).toBe(false);
    expect(await isConfirmed(other)).toBe(true);
  });

  it('is nobody else’s, and ends after a working day', async () => {
    const cookie = await confirmed();
    expect(await isConfirmed(cookie, now() + 13 * 3_600_000)).toBe(false);
    userId = await newPerson();
    await give('operator');
    expect(await isConfirmed(cookie)).toBe(false);
  });

  it('ends with the role and with all sessions of the person', async () => {
    const first = await confirmed();
    await give(null);
    await give('operator');
    expect(await isConfirmed(first)).toBe(false);
    const second = await confirmed();
    await endSessions(pb, userId);
    expect(await isConfirmed(second)).toBe(false);
  });

  it('is stored as a hash', async () => {
    const secret = (await confirmed()).split('=')[1] ?? '';
    const row = await pb.collection('desk_proofs').getFirstListItem(`user = "${userId}"`);
    expect(row['secretHash']).toBe(createHash('sha256').update(secret).digest('hex'));
  });
});

describe('a deed at the desk', () => {
  it('was logged as “operator” without a name', async () => {
    const product = await commerce.product(await commerce.store(`named-${made}`), 500);
    const steps = deskTransaction(pb, odile).exec(
      sql`UPDATE products SET priceCents = 300 WHERE id = {:id}`,
      {
        id: product,
      },
    );
    withDeed(
      steps,
      { deed: 'case.decide', collection: 'products', record: product, detail: 'Why not.' },
      now(),
    );
    await steps.run();
    await transaction(pb)
      .exec(sql`UPDATE products SET priceCents = 400 WHERE id = {:id}`, { id: product })
      .run();
    expect((await logged({ record: product })).sort()).toEqual([
      `case.decide:  > , operator ${odile.name}`,
      `priceCents: 300 > 400, seller `,
      `priceCents: 500 > 300, operator ${odile.name}`,
    ]);
    expect(await logged({ name: odile.name, kind: 'price' })).toEqual([
      `priceCents: 500 > 300, operator ${odile.name}`,
    ]);
  });

  it('that is refused leaves no name behind', async () => {
    const product = await commerce.product(await commerce.store(`refused-${made}`), 500);
    const refused = deskTransaction(pb, odile).exec(
      sql`UPDATE products SET priceCents = 300 WHERE id = {:id} AND priceCents = 1`,
      { id: product },
      { expect: 1, else: 'other-price' },
    );
    await expect(refused.run()).rejects.toThrow('other-price');
    await pb.collection('products').update(product, { priceCents: 600 });
    expect(await logged({ record: product })).toEqual(['priceCents: 500 > 600, seller ']);
  });
});

describe('the audit log', () => {
  it('is read page by page without losing or repeating a row', async () => {
    const record = (await commerce.product(await commerce.store(`paged-${made}`), 500)).slice();
    for (let cents = 501; cents <= 507; cents++)
      await pb.collection('products').update(record, { priceCents: cents });
    const filter = { ...ALL, record };
    const seen: string[] = [];
    let after: Awaited<ReturnType<typeof auditLog>>['next'] = null;
    do {
      const page = await auditLog(pb, filter, after, 3);
      seen.push(...page.entries.map((entry) => entry.after));
      after = page.next;
    } while (after);
    expect(seen).toEqual(['507', '506', '505', '504', '503', '502', '501']);
    const tomorrow = now() + 86_400_000;
    expect((await auditLog(pb, { ...filter, from: tomorrow }, null, 3)).entries).toEqual([]);
    expect((await auditLog(pb, { ...filter, before: tomorrow }, null, 3)).entries).toHaveLength(3);
  });
});
