import { z } from 'astro/zod';
import { expect, it } from 'vitest';
import { type FieldTable, plain } from '../../../src/domain/kernel/fields/field-table.ts';
import { answerOf, inputOf } from '../../../src/server/kernel/field-input.ts';

const look = { label: 'It', section: 'details', isPublic: true } as const;
const FIELDS = {
  title: plain.line(10, look),
  system: plain.lineOrNone(10, look),
  baseMm: plain.positive(100, 'Too much.', look),
  signed: plain.flag(look),
  finish: plain.choiceOrNone({ matt: 'Matt' }, look),
} satisfies FieldTable;
const input = z.strictObject(inputOf(FIELDS));

it('input of plain fields is cleaned, and its limits are left to the rules', () => {
  const sent = { title: ' a\nlong  title of an ogre', system: null, baseMm: -1, signed: true, finish: null };
  expect(input.parse(sent)).toEqual({ ...sent, title: 'a long title of an ogre' });
});

it.each([{ title: null }, { system: 3 }, { baseMm: '3' }, { signed: null }, { finish: 'gloss' }])(
  'input of another kind is refused: %o',
  (sent) => expect(input.partial().safeParse(sent).success).toBe(false),
);

it('answers are described with null where a field can be absent', () => {
  const { properties } = z.toJSONSchema(z.object(answerOf(FIELDS)));
  expect(properties).toMatchObject({
    title: { type: 'string' },
    system: { type: ['string', 'null'] },
    baseMm: { type: ['number', 'null'] },
    signed: { type: 'boolean' },
    finish: { anyOf: [{ enum: ['matt'] }, { type: 'null' }] },
  });
});
