import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import {
  accessGroupOfStore,
  allPeopleOfGroup,
  peopleOfGroup,
  removePersonFromGroup,
} from '../../../src/data/library/access-groups.ts';
import {
  campaignsOfStore,
  countChecked,
  deleteStaleCheckedLists,
  importsOfCampaign,
  importsOfGroup,
  startImport,
  undoImport,
} from '../../../src/data/library/access-imports.ts';
import { stopAddressedMails, stoppableMail } from '../../../src/data/notifications/addressed-mails.ts';
import { MAILS_PER_PERSON } from '../../../src/domain/library/access-group.ts';
import { ADDRESSED_LIMITS } from '../../../src/domain/notifications/addressed-mail.ts';
import { claim } from '../../../src/server/library/access-claims.ts';
import {
  openDeliveries,
  resendInvitation,
  resendInvitations,
  runDeliveries,
} from '../../../src/server/library/access-imports.ts';
import { type DeliveryWorld, openDeliveryWorld } from './delivery.ts';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await openDeliveryWorld();
});
afterAll(() => world.close());

const many = (count: number, name = 'backer') =>
  Array.from({ length: count }, (_, at) => ({
    email: `${name}-${at}@x.org`,
    name: at % 2 ? `Backer "${at}" 😀` : '',
    note: '',
  }));
const states = async (group: string) =>
  Object.fromEntries((await allPeopleOfGroup(world.pb, group)).map(({ email, state }) => [email, state]));
const mailsTo = (email: string) => world.rows('mails', 'to = {:email}', { email });

describe('an import', () => {
  it('has a preview that changes nothing', async () => {
    const product = await world.product();
    const group = await world.group([product]);
    const owner = await world.person('Owner@a.org');
    await world.person('other@a.org');
    await world.person('unconfirmed@a.org', false);
    await world.add(group, 'there@a.org removed@a.org');
    const removed = (await allPeopleOfGroup(world.pb, group)).find(({ email }) => email === 'removed@a.org');
    await removePersonFromGroup(world.pb, group, removed?.id ?? '', world.parts.now());
    await world.pb.collection('entitlements').create({
      user: owner,
      product,
      source: 'purchase',
      sourceId: 'line',
      licences: ['personal'],
      licenceText: 'a'.repeat(64),
      grantedAt: new Date().toISOString(),
    });
    const list = 'owner@a.org there@a.org removed@a.org other@a.org unconfirmed@a.org new@a.org';
    const id = await world.check(group, list);
    expect(await countChecked(world.pb, id)).toEqual({ there: 1, owning: 1 });
    expect(await countChecked(world.pb, await world.check(await world.group(), list))).toEqual({
      there: 0,
      owning: 0,
    });
    expect(await accessGroupOfStore(world.pb, world.store, group)).toMatchObject({ invited: 1, removed: 1 });
    expect(await mailsTo('new@a.org')).toEqual([]);
  });

  it('adds each person once, with one mail, also under concurrency', async () => {
    const group = await world.group([await world.product()]);
    const id = await world.check(group, many(450));
    expect(await startImport(world.pb, group, id, world.parts.now())).toBeNull();
    await Promise.all([1, 2, 3].map(() => runDeliveries(world.parts)));
    await runDeliveries(world.parts);
    expect(await accessGroupOfStore(world.pb, world.store, group)).toMatchObject({ invited: 450 });
    expect(await world.rows('mails', "to ~ 'backer-%@x.org'")).toHaveLength(450);
    expect(await world.rows('claim_links', 'person.accessGroup = {:group}', { group })).toHaveLength(450);
    expect(await importsOfGroup(world.pb, group, 5)).toMatchObject([
      { id, state: 'done', total: 450, done: 450, added: 450, claimed: 0 },
    ]);
    // The people are in the group now, and the list is empty.
    expect((await world.pb.collection('access_imports').getOne(id))['people']).toEqual([]);
    const { people, total } = await peopleOfGroup(world.pb, group, {
      page: 1,
      perPage: 10,
      text: 'Backer "7"',
      state: 'invited',
    });
    expect([people[0]?.email, total]).toEqual(['backer-7@x.org', 1]);
    // Bulk mail is spread out: the last one is due a minute and a half later.
    const [last] = await mailsTo('backer-449@x.org');
    expect(Date.parse(String(last?.['sendAfter'])) - world.parts.now()).toBe(89_000);
  });

  it('is started once, in its own group, one at a time', async () => {
    const group = await world.group();
    const id = await world.check(group, many(3, 'once'));
    const now = world.parts.now();
    expect(await startImport(world.pb, await world.group(), id, now)).toBe('unknown');
    const answers = await Promise.all([1, 2, 3].map(() => startImport(world.pb, group, id, now)));
    expect(answers.toSorted()).toEqual([null, 'unknown', 'unknown'].toSorted());
    const next = await world.check(group, many(3, 'next'));
    expect(await startImport(world.pb, group, next, now)).toBe('busy');
    await runDeliveries(world.parts);
    expect(await startImport(world.pb, group, next, now)).toBeNull();
    await runDeliveries(world.parts);
  });

  it('into several groups carries one campaign, whose imports another store does not find', async () => {
    const [all, one] = [await world.group([await world.product()]), await world.group()];
    const campaign = newRecordId();
    for (const [group, list] of [
      [all, 'a@camp.org b@camp.org'],
      [one, 'b@camp.org'],
    ] as const)
      expect(
        await startImport(world.pb, group, await world.check(group, list), world.parts.now(), campaign),
      ).toBeNull();
    expect(await campaignsOfStore(world.pb, world.store, 5)).toMatchObject([
      { id: campaign, state: 'running', groups: 2, total: 3, done: 0 },
    ]);
    await runDeliveries(world.parts);
    expect(await campaignsOfStore(world.pb, world.store, 5)).toMatchObject([
      { id: campaign, state: 'done', groups: 2, total: 3, done: 3 },
    ]);
    const imports = await importsOfCampaign(world.pb, world.store, campaign);
    expect(imports.map(({ groupId }) => groupId).toSorted()).toEqual([all, one].toSorted());
    expect(await importsOfCampaign(world.pb, newRecordId(), campaign)).toEqual([]);
    expect(await importsOfCampaign(world.pb, world.store, '')).toEqual([]);
    for (const { groupId, importId } of imports)
      expect(await undoImport(world.pb, groupId, importId, world.parts.now())).toBe(true);
    expect(await campaignsOfStore(world.pb, world.store, 5)).toMatchObject([
      { id: campaign, state: 'undone' },
    ]);
    expect(await states(all)).toEqual({});
  });

  it('that was checked and never started is deleted', async () => {
    const group = await world.group();
    const first = await world.check(group, 'a@b.org');
    const second = await world.check(group, 'a@b.org');
    expect(await world.rows('access_imports', 'accessGroup = {:group}', { group })).toMatchObject([
      { id: second },
    ]);
    expect(first).not.toBe(second);
    await deleteStaleCheckedLists(world.pb, world.parts.now() + 1);
    expect(await world.rows('access_imports', 'accessGroup = {:group}', { group })).toEqual([]);
  });

  it('adds removed people again, and leaves the others unchanged', async () => {
    const group = await world.group([await world.product()]);
    await world.add(group, 'back@b.org stays@b.org');
    const person = (await allPeopleOfGroup(world.pb, group)).find(({ email }) => email === 'back@b.org');
    await removePersonFromGroup(world.pb, group, person?.id ?? '', world.parts.now());
    world.later(1000);
    const id = await world.add(group, 'back@b.org stays@b.org');
    expect(await states(group)).toEqual({ 'back@b.org': 'invited', 'stays@b.org': 'invited' });
    expect(await mailsTo('stays@b.org')).toHaveLength(1);
    expect((await importsOfGroup(world.pb, group, 1))[0]).toMatchObject({ id, total: 2, added: 1 });
  });

  it('continues after an interruption', async () => {
    const group = await world.group();
    const id = await world.check(group, many(450, 'cut'));
    await startImport(world.pb, group, id, world.parts.now());
    let parts = 0;
    const dying = { ...world.parts, mailQueued: () => (++parts === 2 ? cut() : undefined) };
    const cut = () => {
      throw new Error('the process ends');
    };
    await expect(runDeliveries(dying)).rejects.toThrow('the process ends');
    expect((await importsOfGroup(world.pb, group, 1))[0]).toMatchObject({ state: 'running', done: 400 });
    const deliveries = openDeliveries(world.parts);
    await deliveries.wake();
    await deliveries.close();
    expect((await importsOfGroup(world.pb, group, 1))[0]).toMatchObject({ state: 'done', added: 450 });
    expect(await world.rows('mails', "to ~ 'cut-%@x.org'")).toHaveLength(450);
  });
});

describe('an import that is undone', () => {
  it('removes people who have not claimed, with links and queued mails, and no others', async () => {
    const product = await world.product();
    const group = await world.group([product]);
    await world.add(group, 'before@u.org');
    const taker = await world.person('taker@elsewhere.org');
    const known = await world.person('known@u.org');
    const id = await world.add(group, 'claims@u.org waits@u.org known@u.org before@u.org');
    await claim(world.parts, (await world.mail('claims@u.org')).token, taker);
    const { token } = await world.mail('waits@u.org');
    const now = world.parts.now();
    expect(await undoImport(world.pb, await world.group(), id, now)).toBe(false);
    const answers = await Promise.all([1, 2].map(() => undoImport(world.pb, group, id, now)));
    expect(answers.toSorted()).toEqual([false, true]);
    expect(await states(group)).toEqual({
      'before@u.org': 'invited',
      'claims@u.org': 'claimed',
      'known@u.org': 'claimed',
    });
    expect(await world.owned(taker)).toEqual([product]);
    expect(await world.owned(known)).toEqual([product]);
    expect(await mailsTo('waits@u.org')).toEqual([]);
    expect(await mailsTo('before@u.org')).toHaveLength(1);
    expect(await claim(world.parts, token, known)).toBe('unknown');
  });

  it('stops while it is running', async () => {
    const group = await world.group();
    const id = await world.check(group, many(450, 'stop'));
    await startImport(world.pb, group, id, world.parts.now());
    let undone: Promise<boolean> | null = null;
    const parts = {
      ...world.parts,
      mailQueued: () => {
        undone ??= undoImport(world.pb, group, id, world.parts.now());
      },
    };
    await runDeliveries(parts);
    await undone;
    await runDeliveries(world.parts);
    expect((await importsOfGroup(world.pb, group, 1))[0]).toMatchObject({ state: 'undone' });
    const left = await allPeopleOfGroup(world.pb, group);
    expect(left.length).toBeLessThan(450);
    expect(left).toEqual([]);
  });
});

describe('a reminder', () => {
  it('sends another link, keeps the first valid, and is sent once under concurrency', async () => {
    const group = await world.group([await world.product()]);
    await world.add(group, 'again@r.org');
    const first = await world.mail('again@r.org');
    const [person] = await allPeopleOfGroup(world.pb, group);
    if (!person) throw new Error('no person was added');
    world.later(86_400_000);
    const sent = await Promise.all([1, 2, 3].map(() => resendInvitation(world.parts, group, person)));
    expect(sent.filter((refusal) => refusal === null)).toHaveLength(1);
    const second = await world.mail('again@r.org');
    expect(second.subject).toBe('A delivery from Crow Miniatures is still waiting');
    expect(second.token).not.toBe(first.token);
    expect(await mailsTo('again@r.org')).toHaveLength(2);
    const reader = await world.person('reader@r.org');
    expect(await claim(world.parts, first.token, reader)).toBeNull();
    expect(await claim(world.parts, second.token, reader)).toBeNull();
    expect(await claim(world.parts, second.token, await world.person('late@r.org'))).toBe('taken');
    expect(await resendInvitation(world.parts, group, { ...person, mails: 2 })).toBe('elsewhere');
  });

  it('has the same limit for imports as for manual mails', async () => {
    const group = await world.group();
    for (let time = 0; time < MAILS_PER_PERSON + 2; time++) {
      await world.add(group, 'often@r.org');
      world.later(86_400_000);
      const [person] = await allPeopleOfGroup(world.pb, group);
      await removePersonFromGroup(world.pb, group, person?.id ?? '', world.parts.now());
    }
    const [person] = await allPeopleOfGroup(world.pb, group);
    expect(person?.mails).toBe(MAILS_PER_PERSON);
  });
});

describe('a delivery', () => {
  const rowsOf = (group: string) => allPeopleOfGroup(world.pb, group);

  it('is mailed to one mailbox no more often than the limit, however its address is spelled', async () => {
    const group = await world.group([await world.product()]);
    const spellings = Array.from({ length: 30 }, (_, at) => `spelled+${at}@x.org`);
    await world.add(group, spellings.join(' '));
    expect(await world.rows('mails', "to ~ 'spelled+%@x.org'")).toHaveLength(ADDRESSED_LIMITS.access.pair);
    expect(await rowsOf(group)).toHaveLength(30);
  });

  it('is mailed to one address no more often than the limit, from all groups of the store', async () => {
    for (let at = 0; at < 6; at++) await world.add(await world.group(), 'grouped@x.org');
    expect(await mailsTo('grouped@x.org')).toHaveLength(ADDRESSED_LIMITS.access.pair);
  });

  it('is not mailed to people who have said that they want none', async () => {
    const first = await world.group();
    await world.add(first, 'silent@x.org');
    const [mail] = await mailsTo('silent@x.org');
    const stoppable = await stoppableMail(world.pb, mail?.id ?? '');
    if (!stoppable) throw new Error('this mail cannot be stopped');
    expect(stoppable.sender?.name).toBe('Crow Miniatures');
    await stopAddressedMails(world.pb, stoppable, 'all', world.parts.now());
    const second = await world.group();
    await world.add(second, 'silent@x.org loud@x.org');
    expect(await mailsTo('silent@x.org')).toHaveLength(1);
    expect(await mailsTo('loud@x.org')).toHaveLength(1);
    // The seller reads why when they try again, and a reminder to all ends.
    const person = (await rowsOf(second)).find(({ email }) => email === 'silent@x.org');
    if (!person) throw new Error('the person was not added');
    expect(person).toMatchObject({ state: 'invited', mails: 0, mailedAt: null });
    expect(await resendInvitation(world.parts, second, person)).toBe('stopped');
    world.later(24 * 3_600_000);
    expect(await resendInvitations(world.parts, second)).toEqual({ mailed: 1, left: 0 });
    expect(await resendInvitations(world.parts, second)).toEqual({ mailed: 0, left: 0 });
    expect(await mailsTo('silent@x.org')).toHaveLength(1);
  });
});
