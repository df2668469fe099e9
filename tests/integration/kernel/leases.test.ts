import { afterAll, beforeAll, expect, it } from 'vitest';
import { dropOldLeases, endLease, renewLease, takeLease } from '../../../src/data/kernel/leases.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { openLeases } from '../../../src/server/kernel/leases.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';

const HOUR_MS = 3_600_000;
/** Renewed after a second, and not lost while a busy machine stands still. */
const RENEWED_MS = 3_000;
let backend: TestBackend;
let made = 0;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const holderOf = (name: string) => ({ name, holder: newRecordId() });
const aName = () => `thing/${++made}`;

it('of many who ask at once one has the lease, until it is given back', async () => {
  const name = aName();
  const holders = Array.from({ length: 20 }, () => holderOf(name));
  const answers = await Promise.all(holders.map((holder) => takeLease(backend.pb, holder, HOUR_MS)));
  expect(answers.filter(Boolean)).toHaveLength(1);
  const holder = holders[answers.indexOf(true)] ?? holderOf(name);
  await endLease(backend.pb, holderOf(name));
  expect(await takeLease(backend.pb, holderOf(name), HOUR_MS)).toBe(false);
  await endLease(backend.pb, holder);
  expect(await takeLease(backend.pb, holderOf(name), HOUR_MS)).toBe(true);
});

it('a lease that is over can be taken by another, and its old holder cannot renew it', async () => {
  const name = aName();
  const [old, fresh] = [holderOf(name), holderOf(name)];
  expect(await takeLease(backend.pb, old, 1)).toBe(true);
  await expect.poll(() => takeLease(backend.pb, fresh, HOUR_MS)).toBe(true);
  expect(await renewLease(backend.pb, old, HOUR_MS)).toBe('lost');
  expect(await renewLease(backend.pb, fresh, HOUR_MS)).toBe('held');
});

it('work holds its lease as long as it takes, and gives it back when it fails too', async () => {
  const name = aName();
  const leases = openLeases(backend.pb, RENEWED_MS);
  const taken = () => 'taken';
  const renewed = async () => {
    const { until } = await backend.pb.collection('leases').getFirstListItem<{ until: number }>(`name = "${name}"`); // biome-ignore format: one line
    return until;
  };
  const answer = await leases.hold(
    name,
    async () => {
      const first = await renewed();
      await expect.poll(renewed).toBeGreaterThan(first);
      expect(await leases.hold(name, async () => 'both', taken)).toBe('taken');
      return 'done';
    },
    taken,
  );
  expect(answer).toBe('done');
  await expect(leases.hold(name, () => Promise.reject(new Error('it failed')), taken)).rejects.toThrow(
    'it failed',
  );
  expect(await leases.hold(name, async () => 'again', taken)).toBe('again');
});

it('work is told when its lease is lost', async () => {
  const name = aName();
  const leases = openLeases(backend.pb, RENEWED_MS);
  await leases.hold(
    name,
    async (lease) => {
      await endLease(backend.pb, lease);
      await takeLease(backend.pb, holderOf(name), HOUR_MS);
      await expect.poll(() => lease.signal.aborted).toBe(true);
    },
    () => expect.unreachable(),
  );
});

it('leases of killed processes are dropped after a while', async () => {
  const [old, young] = [holderOf(aName()), holderOf(aName())];
  await takeLease(backend.pb, old, -2 * HOUR_MS);
  await takeLease(backend.pb, young, 1);
  await dropOldLeases(backend.pb, HOUR_MS);
  const left = await backend.pb.collection('leases').getFullList<{ name: string }>();
  expect(left.map(({ name }) => name)).not.toContain(old.name);
  expect(left.map(({ name }) => name)).toContain(young.name);
});
