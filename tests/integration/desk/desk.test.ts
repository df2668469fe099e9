import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lowestPricesBeforeSale } from '../../../src/data/catalogue/price-terms.ts';
import { productCards } from '../../../src/data/catalogue/product-cards.ts';
import { addSearchMisses, mostMissed } from '../../../src/data/catalogue/search/search-misses.ts';
import { closeLetter, deadLetters, retryLetter } from '../../../src/data/desk/dead-letters.ts';
import { healthOf } from '../../../src/data/desk/health.ts';
import { writeHeartbeat, writeRuns } from '../../../src/data/desk/heartbeat.ts';
import { queueAges, queuePage } from '../../../src/data/desk/queue.ts';
import { siteDaysSince } from '../../../src/data/desk/site-figures.ts';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { recordDownloads } from '../../../src/data/library/downloads.ts';
import { mailsToSend } from '../../../src/data/notifications/mails.ts';
import { pendingEvents } from '../../../src/data/payments/payment-events.ts';
import { lowestPriceBeforeSale } from '../../../src/domain/catalogue/price/lowest-price.ts';
import { MISSES_A_DAY } from '../../../src/domain/catalogue/search/search-miss.ts';
import { type DeadLetter, EVENT_TRIES_SHOWN } from '../../../src/domain/desk/dead-letter.ts';
import {
  PROCESS_GONE_MS,
  SNAPSHOT_JOB,
  SNAPSHOT_LATE_MS,
  SNAPSHOT_PROCESS,
} from '../../../src/domain/desk/health.ts';
import { MAIL_PATIENCE_MS, nextTry } from '../../../src/domain/notifications/mail.ts';
import { openTurns } from '../../../src/server/jobs/turns.ts';
import { type GuildBackend, openGuildBackend, type TestGuild } from '../../data/guild/guild-backend.ts';

const DAY = 86_400_000;
const WHO = { id: 'o'.repeat(15), name: 'olga', role: 'operator' as const };

let backend: GuildBackend;
let guild: TestGuild;
beforeAll(async () => {
  backend = await openGuildBackend();
  guild = await backend.guild();
});
afterAll(() => backend.close());

const letters = () => deadLetters(backend.pb, Date.now() + DAY, 50);
const letterOf = async (id: string): Promise<DeadLetter> => {
  const found = (await letters()).find((letter) => letter.id === id);
  if (!found) throw new Error(`no dead letter ${id}`);
  return found;
};

describe('a dead letter', () => {
  const failedMail = async (key: string) => {
    const mail = await backend.pb.collection('mails').create<{ id: string }>({
      ...{ mailKey: key, kind: 'receipt', to: 'mira@guildhall.test', subject: 'Receipt', body: 'Your order' },
      ...{ state: 'failed', tries: 9, sendAfter: dateOf(Date.now()), error: 'no such mailbox' },
    });
    return mail.id;
  };

  it('is tried again once, though the deed is sent twice', async () => {
    const letter = await letterOf(await failedMail('letter:twice'));
    expect(letter).toMatchObject({ kind: 'mail', about: 'receipt', error: 'no such mailbox', stuck: null });
    const now = Date.now();
    const both = await Promise.all([1, 2].map(() => retryLetter(backend.pb, letter, WHO, now)));
    expect(both.toSorted()).toEqual([false, true]);
    const deeds = await backend.pb.collection('audit_log').getFullList({ filter: `record = '${letter.id}'` });
    expect(deeds).toMatchObject([{ kind: 'desk', field: 'letter.retry', actorName: 'olga' }]);
    expect(await backend.pb.collection('mails').getOne(letter.id)).toMatchObject({
      state: 'waiting',
      tries: 0,
    });
    expect((await letters()).map(({ id }) => id)).not.toContain(letter.id);
  });

  it('has all its attempts again when it is tried again after three days', async () => {
    const id = await failedMail('letter:old');
    const before = dateOf(Date.now() - 2 * MAIL_PATIENCE_MS);
    await transaction(backend.pb)
      .exec(sql`UPDATE mails SET created = {:before} WHERE id = {:id}`, { id, before })
      .run();
    const now = Date.now();
    expect(await retryLetter(backend.pb, await letterOf(id), WHO, now)).toBe(true);
    const waiting = (await mailsToSend(backend.pb, now, 50)).find((mail) => mail.id === id);
    expect(nextTry({ queuedAt: waiting?.queuedAt ?? 0, tries: 1, refused: false }, now)).not.toBeNull();
  });

  it('that lost its text can only be closed', async () => {
    const id = await failedMail('letter:empty');
    await transaction(backend.pb).exec(sql`UPDATE mails SET body = '' WHERE id = {:id}`, { id }).run();
    const letter = await letterOf(id);
    expect(letter.stuck).toContain('deleted after 30 days');
    expect(await retryLetter(backend.pb, letter, WHO, Date.now())).toBe(false);
  });

  it('is closed once with a reason, and is open again where it fails again later', async () => {
    const letter = await letterOf(await failedMail('letter:closed'));
    const close = () => closeLetter(backend.pb, letter, 'Wrong address', WHO, Date.now());
    expect(await close()).toBe(true);
    expect(await close()).toBe(false);
    expect((await letters()).map(({ id }) => id)).not.toContain(letter.id);
    await backend.pb.collection('mails').update(letter.id, { error: 'again no such mailbox' });
    expect(await letterOf(letter.id)).toMatchObject({ error: 'again no such mailbox' });
  });

  it('of the payment provider is tried no more once it is closed', async () => {
    const { id } = await backend.pb.collection('payment_events').create<{ id: string }>({
      ...{ eventId: 'evt_dead', type: 'charge.refunded', objectId: 'pi_1', at: dateOf(Date.now()) },
      ...{ tries: EVENT_TRIES_SHOWN, error: 'no such payment' },
    });
    expect(await closeLetter(backend.pb, await letterOf(id), 'Of a test', WHO, Date.now())).toBe(true);
    expect((await pendingEvents(backend.pb, null, 200)).map(({ eventId }) => eventId)).not.toContain(
      'evt_dead',
    );
  });
});

describe('the health of the site', () => {
  const now = Date.UTC(2026, 10, 22, 12);
  const facts = {
    ...{ freeDiskBytes: 5, diskBytes: 10, memoryBytes: 7, searchReady: true },
    ...{
      limits: 'memory' as const,
      jobs: true,
      checks: [{ name: 'Redis', answers: false }],
      clockAheadMs: null,
    },
  };
  const beat = (process: string, at: number, error = '') =>
    writeHeartbeat(
      backend.pb,
      { process, kind: 'site', version: '1.0.0', since: at - 1000 },
      facts,
      [
        {
          ...{ job: 'outbox', everyMs: 15_000, startedAt: at - 20, endedAt: at - 10, ms: 10 },
          ...{ nextAt: at + 15_000, error, failedAt: error === '' ? null : at - 10 },
        },
      ],
      at,
    );

  it('shows the newest run of a living process, and the newest error of any', async () => {
    await beat('a', now - 60_000, 'the mail server is away');
    await beat('b', now);
    await beat('b', now);
    const { jobs, processes, databaseBytes, backlogs } = await healthOf(backend.pb, now);
    expect(jobs).toMatchObject([
      {
        name: 'outbox',
        process: 'b',
        isAlive: true,
        error: 'the mail server is away',
        failedAt: now - 60_010,
      },
    ]);
    expect(processes.map(({ process, isAlive }) => [process, isAlive]).toSorted()).toEqual([
      ['a', true],
      ['b', true],
    ]);
    expect(processes[0]).toMatchObject({ version: '1.0.0', ...facts });
    expect(databaseBytes).toBeGreaterThan(100_000);
    expect(backlogs.find(({ what }) => what === 'mails')).toBeDefined();
  });

  it('says how old the newest snapshot is, and when it is late', async () => {
    const run = { job: SNAPSHOT_JOB, everyMs: 3_600_000, startedAt: now - 1000, endedAt: now, ms: 1000 };
    const nextAt = now + 3_600_000;
    await writeRuns(backend.pb, SNAPSHOT_PROCESS, [{ ...run, nextAt, error: '', failedAt: null }]);
    const snapshot = async (at: number) =>
      (await healthOf(backend.pb, at)).jobs.find(({ name }) => name === SNAPSHOT_JOB);
    expect(await snapshot(now)).toMatchObject({ isAlive: true, startedAt: now - 1000, nextAt });
    expect(await snapshot(nextAt + SNAPSHOT_LATE_MS)).toMatchObject({ isAlive: false });
    await transaction(backend.pb)
      .exec(sql`DELETE FROM job_runs WHERE process = {:process}`, { process: SNAPSHOT_PROCESS })
      .run();
  });

  it('keeps the newest run of a job that no process does any more, and deletes what else is long gone', async () => {
    await beat('c', now + 2 * DAY);
    await beat('c', now + 2 * DAY);
    const later = await healthOf(backend.pb, now + 2 * DAY + PROCESS_GONE_MS);
    expect(later.jobs).toMatchObject([{ name: 'outbox', process: 'c', isAlive: false }]);
    expect(later.processes.map(({ process }) => process)).toEqual(['c']);
    expect(await backend.pb.collection('job_runs').getFullList()).toHaveLength(1);
  });
});

it('an event behind a full run of events that always fail is handled, too', async () => {
  const add = (n: number) =>
    backend.pb.collection('payment_events').create({
      ...{ eventId: `evt_turn_${n}`, type: 'charge.refunded', objectId: 'pi_2', at: dateOf(Date.now()) },
      ...{ tries: 1, error: 'no such payment' },
    });
  for (const n of [1, 2, 3, 4, 5]) await add(n);
  const turns = openTurns(2);
  const seen = new Set<string>();
  for (let run = 0; run < 3; run++) {
    const pending = await turns('events', (after, most) => pendingEvents(backend.pb, after, most));
    for (const { eventId } of pending) seen.add(eventId);
  }
  expect([...seen].filter((id) => id.startsWith('evt_turn_')).toSorted()).toEqual(
    [1, 2, 3, 4, 5].map((n) => `evt_turn_${n}`),
  );
});

it('downloads are counted with their bytes in the day, and for all time', async () => {
  const product = await backend.product(guild.storeId);
  const user = await backend.pb.collection('users').getFirstListItem('');
  const at = Date.UTC(2026, 4, 5, 12);
  const download = { userId: user.id, productId: product, part: 'all', version: 1, sizeBytes: 1000 };
  await recordDownloads(backend.pb, [download], at);
  await recordDownloads(backend.pb, [{ ...download, sizeBytes: 1500 }], at + DAY);
  const { days, total } = await siteDaysSince(backend.pb, at - DAY);
  const shown = days.map(({ day, downloads, downloadBytes }) => ({ day, downloads, downloadBytes }));
  expect(shown).toContainEqual({ day: Date.UTC(2026, 4, 5), downloads: 1, downloadBytes: 1000 });
  expect(shown).toContainEqual({ day: Date.UTC(2026, 4, 6), downloads: 1, downloadBytes: 1500 });
  expect(total).toMatchObject({ downloads: 2, downloadBytes: 2500 });
});

it('searches without results are counted by day, no more different ones than a day may have', async () => {
  const now = Date.now();
  const once = (words: string, found = 0) => new Map([[words, { times: 1, found }]]);
  await addSearchMisses(backend.pb, new Map([['owlbear', { times: 2, found: 0 }]]), now - DAY);
  await addSearchMisses(backend.pb, once('owlbear', 1), now);
  await addSearchMisses(backend.pb, once('seen once'), now);
  const owlbear = { words: 'owlbear', days: 2, lastDay: new Date(now).toISOString().slice(0, 10) };
  expect(await mostMissed(backend.pb, now - DAY, 10)).toEqual([{ ...owlbear, times: 3, found: 1 }]);
  const many = (name: string) =>
    new Map(Array.from({ length: MISSES_A_DAY }, (_, n) => [`${name} ${n}`, { times: 1, found: 0 }]));
  await addSearchMisses(backend.pb, many('first'), now);
  await addSearchMisses(backend.pb, many('second'), now);
  await addSearchMisses(backend.pb, once('owlbear'), now);
  expect(await mostMissed(backend.pb, now - DAY, 10)).toEqual([{ ...owlbear, times: 4, found: 0 }]);
  const rows = await backend.pb.collection('search_misses').getFullList({ fields: 'words' });
  expect(rows.some(({ words }) => String(words).startsWith('second'))).toBe(false);
  await addSearchMisses(backend.pb, new Map(), now + 200 * DAY);
  expect(await backend.pb.collection('search_misses').getFullList()).toEqual([]);
});

it('the lowest price before the first sale is known of a product that was a draft', async () => {
  const id = await backend.product(guild.storeId, { state: 'draft', priceCents: 900 });
  const set = (data: object) => backend.pb.collection('products').update(id, data);
  await set({ state: 'published' });
  await set({ name: 'Renamed golem' });
  const from = Date.now() + 60_000;
  await set({ salePercent: 50, saleFrom: dateOf(from), saleTo: dateOf(from + DAY) });
  expect(await lowestPricesBeforeSale(backend.pb, [id], from + 1)).toEqual(new Map([[id, 900]]));
  const terms = await backend.pb
    .collection('price_terms')
    .getFullList({ filter: `product = '${id}'`, fields: 'offered,salePercent', sort: 'since,@rowid' });
  expect(terms).toEqual([
    { offered: true, salePercent: 0 },
    { offered: true, salePercent: 50 },
  ]);
  await set({ state: 'archived' });
  expect(await lowestPricesBeforeSale(backend.pb, [id], from + 1)).toEqual(new Map());
});

it('a price that is raised on the day of its sale does not hide the lower one before', async () => {
  const id = await backend.product(guild.storeId, { state: 'draft' });
  const set = (data: object) => backend.pb.collection('products').update(id, data);
  await set({ priceCents: 100 });
  await set({ priceCents: 900, state: 'published' });
  await set({ priceCents: 2000 });
  const from = Date.now() + 60_000;
  await set({ salePercent: 50, saleFrom: dateOf(from), saleTo: dateOf(from + DAY) });
  expect(await lowestPricesBeforeSale(backend.pb, [id], from - 1)).toEqual(new Map());
  // The price of the draft was never asked of anybody.
  expect(await lowestPricesBeforeSale(backend.pb, [id], from + 1)).toEqual(new Map([[id, 900]]));
  // Cards say the same, without a question of their own.
  const [card] = await productCards(backend.pb, [id]);
  expect(lowestPriceBeforeSale(card?.terms ?? [], from - 1)).toBeNull();
  expect(lowestPriceBeforeSale(card?.terms ?? [], from + 1)).toBe(900);
  await set({ salePercent: 0 });
  expect((await productCards(backend.pb, [id]))[0]?.terms).toEqual([]);
});

describe('payments of members', () => {
  it('that are disputed or look like fraud wait at the desk', async () => {
    const { pb } = backend;
    const { id: member } = await backend.member(guild);
    const now = Date.now();
    const payment = async (more: object) =>
      (
        await pb.collection('guild_payments').create<{ id: string }>({
          ...{ guild: guild.id, tier: guild.low, store: guild.storeId, member, kind: 'first' },
          ...{ paidCents: 800, invoiceId: crypto.randomUUID(), paymentId: crypto.randomUUID() },
          ...{ paidAt: dateOf(now), ...more },
        })
      ).id;
    const disputed = await payment({ state: 'disputed' });
    const warned = await payment({ state: 'paid', fraudWarning: 'made_with_stolen_card' });
    const kinds = ['memberDispute', 'memberFraud'] as const;
    const { entries } = await queuePage(pb, { kinds, after: null, limit: 9, now });
    expect(entries).toMatchObject([
      { kind: 'memberFraud', id: warned, detail: 'Made with stolen card' },
      { kind: 'memberDispute', id: disputed, title: expect.stringContaining('$8.00 for ') },
    ]);
    expect(await queueAges(pb, kinds, 9, now)).toMatchObject(kinds.map((kind) => ({ kind, count: 1 })));
  });
});
