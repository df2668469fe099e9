import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { type Sql, sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import {
  RETENTION,
  RETENTION_IDS,
  type RetentionId,
  retentionEnd,
} from '../../../src/domain/site/retention.ts';
import { endRetention } from '../../../src/server/site/retention.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const NOW = Date.now();
const DAY_MS = 86_400_000;
let world: TestWorld;
let errors: unknown[] = [];
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  errors = [];
});

const run = () =>
  endRetention({
    pb: world.pb,
    operator: { ...{ name: '', email: '', address: [], country: 'DE' }, ...EMPTY },
    now: () => NOW,
    onError: (reason) => errors.push(reason),
  });
const EMPTY = { register: '', vatId: '', phone: '', responsible: '' };

/** A scene of a rule: writes one row that is dated `at`, and says what is left of it. */
type Scene = (at: string) => Promise<() => Promise<unknown>>;
const write = async (statement: Sql, params: Record<string, unknown>) => {
  const id = newRecordId();
  await transaction(world.pb)
    .exec(statement, { id, ...params })
    .run();
  return id;
};
const one =
  (collection: string, id: string, ...fields: string[]) =>
  async () => {
    const found = await world.pb.collection(collection).getFullList({ filter: `id = "${id}"` });
    return found.map((row) => fields.map((field) => row[field]).join('|'))[0] ?? 'gone';
  };
let made = 0;
const order = async (at: string) => {
  made += 1;
  return write(
    sql`INSERT INTO orders (id, buyer, email, state, currency, totalCents, fingerprint, checkoutKey, giftEmail, cardLast4,
        vatId, placedAt, expiresAt, created, updated)
      VALUES ({:id}, '', 'a@x.org', 'paid', 'usd', 900, {:key}, {:key}, 'b@x.org', '4242', 'DE1', {:at}, {:at}, {:at}, {:at})`,
    { at, key: `key-${made}` },
  );
};
const aCase = async (at: string) => {
  const store = await world.store(`cased${++made}`);
  const id = await world.row('cases', { kind: 'content', store, claim: 'Copied', state: 'dismissed' });
  await transaction(world.pb)
    .exec(sql`UPDATE cases SET decidedAt = {:at}, decision = 'No' WHERE id = {:id}`, {
      id,
      at,
    })
    .run();
  await world.row('reports', { inCase: id, kind: 'content', text: 'It is mine', email: 'c@x.org' });
  return id;
};
const store = async (at: string) => {
  const id = await world.store(`gone${++made}`);
  const account = await world.row('business_accounts', { store: id, state: 'active', legalName: 'A. Rtist' });
  await transaction(world.pb)
    .exec(sql`UPDATE stores SET owner = '', updated = {:at} WHERE id = {:id}`, { id, at })
    .run();
  return account;
};

const SCENES: Record<RetentionId, Scene> = {
  'mail-addresses': async (at) => {
    const id = await write(
      sql`INSERT INTO mails (id, mailKey, kind, [[to]], subject, body, state, sendAfter, sentAt, created, updated)
        VALUES ({:id}, {:id}, 'order', 'a@x.org', 's', '', 'sent', {:at}, {:at}, {:at}, {:at})`,
      { at },
    );
    return one('mails', id, 'to');
  },
  'order-addresses': async (at) => one('orders', await order(at), 'email', 'giftEmail'),
  'order-people': async (at) => one('orders', await order(at), 'cardLast4', 'vatId'),
  'invoice-people': async (at) => {
    made += 1;
    const id = await write(
      sql`INSERT INTO invoices (id, kind, year, serial, number, [[order]], cause, issuedAt, currency, content, created, updated)
        VALUES ({:id}, 'invoice', 2000, {:made}, {:id}, '', {:id}, {:at}, 'usd', '{}', {:at}, {:at})`,
      { at, made },
    );
    return one('invoices', id, 'kind');
  },
  consents: async (at) => {
    const id = await write(
      sql`INSERT INTO consents (id, kind, wording, created) VALUES ({:id}, 'withdrawal', 'w1', {:at})`,
      { at },
    );
    return one('consents', id, 'kind');
  },
  withdrawals: async (at) => {
    const id = await write(
      sql`INSERT INTO withdrawals (id, tokenHash, expiresAt, created, updated) VALUES ({:id}, {:id}, {:at}, {:at}, {:at})`,
      { at },
    );
    return one('withdrawals', id, 'tokenHash');
  },
  'gifts-accepted': async (at) => {
    const id = await write(
      sql`INSERT INTO gifts (id, [[order]], email, message, tokenHash, claimedAt, created, updated)
        VALUES ({:id}, {:id}, 'a@x.org', 'Hi', {:id}, {:at}, {:at}, {:at})`,
      { at },
    );
    return one('gifts', id, 'email', 'message');
  },
  'gifts-open': async (at) => {
    const id = await write(
      sql`INSERT INTO membership_gifts (id, [[order]], email, message, tokenHash, deliverAt, expiresAt, created, updated)
        VALUES ({:id}, {:id}, 'a@x.org', 'Hi', {:id}, {:at}, {:at}, {:at}, {:at})`,
      { at },
    );
    return one('membership_gifts', id, 'email', 'message');
  },
  cases: async (at) => {
    const id = await aCase(at);
    const ofCase = one('cases', id, 'claim');
    return async () => {
      const reports = await world.pb.collection('reports').getFullList({ filter: `inCase = "${id}"` });
      return `${await ofCase()}|${reports.map((row) => row['email'] + row['text'])}`;
    };
  },
  'audit-log': async (at) => {
    const id = await write(
      sql`INSERT INTO audit_log (id, kind, collection, record, field, who, created)
        VALUES ({:id}, 'price', 'products', {:id}, 'priceCents', 'seller', {:at})`,
      { at },
    );
    return one('audit_log', id, 'kind');
  },
  'desk-names': async (at) => {
    const id = await write(
      sql`INSERT INTO dead_letter_closings (id, kind, record, seen, reason, [[by]], byName, created)
        VALUES ({:id}, 'mail', {:id}, {:id}, 'r', 'somebody', 'ada', {:at})`,
      { at },
    );
    return one('dead_letter_closings', id, 'byName');
  },
  'price-terms': async (at) => {
    const terms = (since: string) =>
      write(
        sql`INSERT INTO price_terms (id, product, since, priceCents) VALUES ({:id}, {:product}, {:since}, 500)`,
        { product: 'p'.repeat(15), since },
      );
    const id = await terms(at);
    await terms(dateOf(Date.parse(at.replace(' ', 'T')) + 1000));
    return one('price_terms', id, 'priceCents');
  },
  'unmatched-addresses': async (at) => {
    const id = await write(
      sql`INSERT INTO unmatched_payments (id, sessionId, paymentId, orderId, email, state, tryAt, created, updated)
        VALUES ({:id}, {:id}, {:id}, {:id}, 'a@x.org', 'refunded', {:at}, {:at}, {:at})`,
      { at },
    );
    return one('unmatched_payments', id, 'email');
  },
  'member-numbers': async (at) => {
    const id = await write(
      sql`INSERT INTO guild_joinings (id, guild, tier, [[user]], billing, state, expiresAt, customerId, created, updated)
        VALUES ({:id}, '', '', '', 'monthly', 'done', {:at}, 'cus_1', {:at}, {:at})`,
      { at },
    );
    return one('guild_joinings', id, 'customerId');
  },
  'seller-names': async (at) => one('business_accounts', await store(at), 'legalName'),
};

it.each(RETENTION_IDS)(
  '%s: what is older goes, what is younger stays, and nothing is left to do',
  async (id) => {
    const end = retentionEnd(RETENTION[id].kept, NOW, 'DE');
    const [older, younger] = [
      await SCENES[id](dateOf(end - DAY_MS)),
      await SCENES[id](dateOf(end + 2 * DAY_MS)),
    ];
    const before = [await older(), await younger()];
    await run();
    expect(errors).toEqual([]);
    const after = [await older(), await younger()];
    expect(after[1]).toBe(before[1]);
    expect(after[0]).not.toBe(before[0]);
    expect(String(after[0])).not.toContain('@');
  },
);

it('nothing of the accounts can be deleted while any country asks for it', async () => {
  const young = dateOf(NOW - 5 * 365 * DAY_MS);
  const invoice = await write(
    sql`INSERT INTO invoices (id, kind, year, serial, number, [[order]], cause, issuedAt, currency, content, created, updated)
      VALUES ({:id}, 'invoice', 2001, 1, {:id}, '', {:id}, {:at}, 'usd', '{}', {:at}, {:at})`,
    { at: young },
  );
  const remove = transaction(world.pb).exec(sql`DELETE FROM invoices WHERE id = {:id}`, { id: invoice });
  await expect(remove.run()).rejects.toThrow();
});
