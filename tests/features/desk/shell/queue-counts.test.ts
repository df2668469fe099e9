import type { ActionError } from 'astro:actions';
import { expect, test } from 'vitest';
import { QUEUE_KINDS, type QueueKind } from '../../../../src/domain/desk/queue.ts';
import { queueCountText } from '../../../../src/features/desk/shell/account/queue-counts.store.ts';
import { $deeds, confirmed } from '../../../../src/features/desk/shell/account/second-factor.store.ts';

test('a deed that succeeds has the queue counted again', async () => {
  const before = $deeds.get();
  await confirmed(async () => ({ data: 'decided', error: undefined }));
  expect($deeds.get()).toBe(before + 1);
});

test('a refused deed asks for no new count', async () => {
  const before = $deeds.get();
  const error = { code: 'CONFLICT', message: 'Somebody else was first.' } as ActionError;
  await confirmed(async () => ({ data: undefined, error }));
  expect($deeds.get()).toBe(before);
});

test('counts are summed, and said to be more than 99 from 100 on', () => {
  const kinds = Object.keys(QUEUE_KINDS) as QueueKind[];
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 2])) as Record<QueueKind, number>;
  expect(queueCountText(null, counts)).toBe(String(2 * kinds.length));
  expect(queueCountText('product', { ...counts, product: 99 })).toBe('99');
  expect(queueCountText('product', { ...counts, product: 100 })).toBe('99+');
});
