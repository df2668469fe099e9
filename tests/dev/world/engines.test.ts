import { expect, it } from 'vitest';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { borrowTestBackend } from './backend.ts';
import { worldOf } from './world.ts';

const userCount = async ({ pb }: Awaited<ReturnType<typeof borrowTestBackend>>) =>
  (await pb.collection('users').getList(1, 1)).totalItems;

it('a borrowed database is empty, whoever had its engine before', async () => {
  const first = await borrowTestBackend();
  await worldOf(first).store('ash');
  await transaction(first.pb).exec(sql`DELETE FROM change_feed`, {}).run();
  await first.close();
  const second = await borrowTestBackend();
  expect(second.url).toBe(first.url);
  expect(await userCount(second)).toBe(0);
  await worldOf(second).store('ash');
  expect(await userCount(second)).toBe(1);
  await second.close();
});

it('an engine is not lent again after its settings were changed', async () => {
  const changed = await borrowTestBackend();
  await changed.pb.settings.update({ meta: { appName: 'Another' } });
  await changed.close();
  const next = await borrowTestBackend();
  expect(next.url).not.toBe(changed.url);
  expect((await next.pb.settings.getAll())['meta']).toMatchObject({ appName: 'Guildhall' });
  await next.close();
});

it('what asks a database after it was given back is refused', async () => {
  const given = await borrowTestBackend();
  const late = worldOf(given);
  const onTheWay = late.person('early');
  await given.close();
  await onTheWay;
  await expect(late.person(newRecordId())).rejects.toMatchObject({ status: 0 });
  const next = await borrowTestBackend();
  expect(await userCount(next)).toBe(0);
  await next.close();
});
