import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dateOf } from '../../../../src/data/kernel/fields.ts';
import { NEW_ID_SQL } from '../../../../src/data/kernel/record-id.ts';
import { sql } from '../../../../src/data/kernel/sql.ts';
import { transaction } from '../../../../src/data/kernel/transaction.ts';
import type { QueuedKind } from '../../../../src/domain/moderation/mail-policies.ts';
import { isStoppable } from '../../../../src/domain/notifications/addressed-mail.ts';
import {
  isNotificationKind,
  KIND_FACTS,
  mailKindOf,
  NOTIFICATION_KINDS,
  type NotificationKind,
  switchOfMailKind,
} from '../../../../src/domain/notifications/notification.ts';
import { checkOut } from '../../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../../src/server/commerce/fulfilment.ts';
import { openTestCommerce, type TestCommerce } from '../../commerce/commerce.ts';

/**
 * Who is told what: plays a deed through its real use case and reads the mails and notices that it left. The tables beside
 * this file say what they must be.
 */

/** How a person stops it: by a switch of their account, for their address, or not at all. */
export type Off = 'switch' | 'address' | 'never';

/**
 * One mail or notice: to whom, named by their part in the deed; the kind of the notice, or of a mail without one; whether it
 * is a notice, a mail or both; the paths that it leads to, ids and tokens left out, after a plus those of the mail alone; how
 * it is stopped.
 */
export type Told = readonly [
  to: string,
  kind: NotificationKind | QueuedKind,
  by: 'notice' | 'mail' | 'both',
  paths: string,
  off: Off,
];

/** What each deed tells. */
export type ToldTable = Readonly<Record<string, readonly Told[]>>;

/** A world in which a deed is played, and a number that makes its names unique. */
export interface Stage {
  commerce: TestCommerce;
  /** A name that nobody had before; the number is left out of what is compared. */
  named(name: string): string;
  /** A new person, by the name of their part. */
  person(name: string): Promise<{ id: string; email: string }>;
  /** An open store of the seller `seller-<name>`. */
  store(name?: string): Promise<string>;
  /** A paid order of one product for $9.00, or of these. Answers the order's id and its first line's. */
  bought(
    storeId: string,
    buyer: { id: string; email: string },
    more?: { gift?: { email: string; message: string }; productIds?: string[]; shownCents?: number },
  ): Promise<{ orderId: string; lineId: string; productId: string }>;
  ownerOf(storeId: string): Promise<string>;
  row(collection: string, data: object): Promise<string>;
  /** Runs what comes before the deed and is told elsewhere. */
  before<T>(run: () => Promise<T>): Promise<T>;
}

export type Scene = (stage: Stage) => Promise<unknown>;

/** Plays every scene twice: with every mail at once, and with every switch off. */
export function playTold<T extends ToldTable>(
  title: string,
  table: T,
  scenes: { readonly [K in keyof T]: Scene },
): void {
  describe.each(['now', 'off'] as const)(`${title}, with every switch for mails at "%s"`, (pace) => {
    let commerce: TestCommerce;
    let stage: Omit<Stage, 'before'>;
    beforeAll(async () => {
      commerce = await openTestCommerce();
      stage = openStage(commerce, pace);
    });
    afterAll(() => commerce.close());

    it.each(Object.keys(table))('%s', async (name) => {
      const expected = (table[name] ?? []).flatMap((told) => (pace === 'now' ? [told] : withoutMail(told)));
      const seen = new Set(await idsNow(commerce));
      await scenes[name]?.({
        ...stage,
        async before(run) {
          const result = await run();
          for (const id of await idsNow(commerce)) seen.add(id);
          return result;
        },
      });
      expect((await toldSince(commerce, seen)).map(line).sort()).toEqual(expected.map(line).sort());
      expect(table[name], 'a deed that tells nothing needs no row').not.toEqual([]);
      expect(commerce.errors.splice(0)).toEqual([]);
    });
  });
}

const line = (told: Told) => told.join(' | ');

/** What is left of it for somebody who switched all mails off. */
function withoutMail([to, kind, by, paths, off]: Told): Told[] {
  if (off !== 'switch') return [[to, kind, by, paths, off]];
  return by === 'mail' ? [] : [[to, kind, 'notice', paths.split(' + ')[0] ?? '', off]];
}

let made = 0;

function openStage(commerce: TestCommerce, pace: 'now' | 'off'): Omit<Stage, 'before'> {
  const { pb, person: newPerson } = commerce;
  // Also the people that the world makes by itself, such as the seller of a store. All notices, so that none waits for a digest.
  commerce.person = async (name) => {
    const found = await newPerson(/\d$/.test(name) ? name : `${name}-${++made}`);
    const kinds = NOTIFICATION_KINDS.filter((kind) => KIND_FACTS[kind].paces.includes(pace));
    const now = dateOf(commerce.now());
    await transaction(pb)
      .exec(
        sql`INSERT INTO notification_switches (id, [[user]], kind, store, inApp, mail, created, updated)
          SELECT ${NEW_ID_SQL}, {:user}, value, '', '', {:pace}, {:now}, {:now} FROM json_each({:kinds})`,
        { user: found.id, kinds: JSON.stringify(kinds), pace, now },
      )
      .run();
    return found;
  };
  const named = (name: string) => `${name}-${++made}`;
  return {
    commerce,
    named,
    person: (name) => commerce.person(named(name)),
    store: (name = 'ash') => commerce.store(named(name)),
    async bought(storeId, buyer, { gift, productIds, shownCents = 900 } = {}) {
      const ids = productIds ?? [await commerce.product(storeId, 900)];
      const asked = { productIds: ids, codes: [], gift: gift ?? null, shownCents };
      const outcome = await checkOut(commerce, buyer, asked);
      if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
      const refusal = commerce.pay(outcome.url, 'pays', 'DE');
      if (refusal) throw new Error(refusal);
      await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
      const { orderId } = outcome;
      const [first] = await pb.collection('order_lines').getFullList<{ id: string; product: string }>({
        filter: pb.filter('order = {:orderId}', { orderId }),
        sort: 'position',
      });
      return { orderId, lineId: first?.id ?? '', productId: first?.product ?? '' };
    },
    ownerOf: async (storeId) => (await pb.collection('stores').getOne<{ owner: string }>(storeId)).owner,
    row: async (collection, data) => (await pb.collection(collection).create({ ...data })).id,
  };
}

const rows = <T>({ pb }: TestCommerce, collection: string) =>
  pb.collection(collection).getFullList<T & { id: string }>({ sort: '@rowid' });

async function idsNow(commerce: TestCommerce): Promise<string[]> {
  const found = await Promise.all([rows(commerce, 'mails'), rows(commerce, 'notifications')]);
  return found.flat().map(({ id }) => id);
}

/** Mails and notices that are not among these, a notice and its mail as one. */
async function toldSince(commerce: TestCommerce, seen: ReadonlySet<string>): Promise<Told[]> {
  await commerce.standIn.deliveries.idle();
  const [people, mails, notices] = await Promise.all([
    rows<{ email: string }>(commerce, 'users'),
    rows<{ to: string; kind: QueuedKind; body: string }>(commerce, 'mails'),
    rows<{ user: string; kind: string; path: string }>(commerce, 'notifications'),
  ]);
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  const left = mails.filter(({ id }) => !seen.has(id));
  const told = notices
    .filter(({ id }) => !seen.has(id))
    .map(({ user, kind, path }): Told => {
      if (!isNotificationKind(kind)) throw new Error(`${kind} is no kind of notices`);
      const to = emails.get(user) ?? user;
      const mail = mailKindOf(kind);
      const at = left.findIndex((one) => one.to === to && one.kind === mail);
      const [own] = at < 0 ? [] : left.splice(at, 1);
      const off = KIND_FACTS[kind].paces.includes('off') ? 'switch' : 'never';
      return [roleOf(to), kind, own ? 'both' : 'notice', pathsOf(shortened(path), own), off];
    });
  return [
    ...told,
    ...left.map(({ to, kind, body }): Told => [roleOf(to), kind, 'mail', linksOf(body), offOf(kind)]),
  ];
}

/** How a mail of this kind is stopped, as its link and its header are made. */
export function offOf(kind: string): Off {
  if (switchOfMailKind(kind) !== null) return 'switch';
  return isStoppable(kind) ? 'address' : 'never';
}

/** Where a notice leads, then where else its mail does. */
function pathsOf(path: string, mail: { body: string } | undefined): string {
  const more = mail ? linksOf(mail.body).split(' ') : [];
  return [path, ...more.filter((one) => one !== path && one !== '')].join(' + ');
}

const roleOf = (email: string) => email.replace(/@guildhall\.test$/, '').replace(/-?\d+$/, '');

/** The paths of the site that a text leads to, in their order, each once. */
export function linksOf(body: string): string {
  const found = body.match(/http:\/\/127\.0\.0\.1:4321\S*/g) ?? [];
  return [...new Set(found.map((url) => shortened(url.slice('http://127.0.0.1:4321'.length))))].join(' ');
}

/** A path without what differs each time. */
function shortened(path: string): string {
  return path
    .replace(/(?<=[/=#]|#q-)[a-z0-9]{15}(?=$|[/?#&])/g, ':id')
    .replace(/(?<=[/=])[\w.-]{20,}/g, ':token')
    .replace(/(?<=\/store\/[a-z]+)-?\d+/g, '');
}
