import { z } from 'astro/zod';
import { expect, it } from 'vitest';
import { cursorOf, instant, pageOf, text } from '../../../../src/server/operations/kernel/shapes.ts';

it('programs are told moments as ISO 8601, and no field that is not listed', () => {
  const answer = z.object({ name: text, at: instant, until: instant.nullable() });
  const result = { name: 'Owl', at: Date.UTC(2026, 10, 28, 8), until: null, secretHash: 'x' };
  expect(z.encode(answer, result)).toEqual({ name: 'Owl', at: '2026-11-28T08:00:00.000Z', until: null });
});

const rows = [3, 2, 1].map((at) => ({ id: `${at}`.padStart(15, '0'), createdAt: at }));

it('a page ends behind its last item, where the next one begins', () => {
  const { items, next } = pageOf(rows, 2);
  expect(items).toEqual(rows.slice(0, 2));
  expect(cursorOf(next ?? undefined)).toEqual({ at: 2, id: rows[1]?.id });
  expect(pageOf(rows, 3).next).toBeNull();
});

it('a list begins without a place, and refuses one that no answer named', () => {
  expect(cursorOf(undefined)).toBeNull();
  expect(() => cursorOf('2.short')).toThrow(expect.objectContaining({ code: 'bad_request', field: 'after' }));
});
