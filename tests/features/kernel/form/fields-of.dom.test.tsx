import { useState } from 'react';
import { expect, it } from 'vitest';
import { emptyOf, type FieldTable, plain } from '../../../../src/domain/kernel/fields/field-table.ts';
import { FieldsOf } from '../../../../src/features/kernel/form/account/FieldsOf.tsx';
import { click, field, isThere, show, type } from '../../page.tsx';

const look = { section: 'details', isPublic: true } as const;
const FIELDS = {
  system: plain.lineOrNone(20, { ...look, label: 'System', hint: 'Which game.' }),
  baseMm: plain.positive(100, 'Enter at most 100.', { ...look, label: 'Base' }),
  signed: plain.flag({ ...look, label: 'Signed' }),
  note: plain.text(20, { ...look, label: 'Note', section: 'elsewhere' }),
} satisfies FieldTable;
const NOTHING = emptyOf(FIELDS);

let values = NOTHING;
function Editor() {
  const [state, setState] = useState(NOTHING);
  values = state;
  const set = (part: Partial<typeof NOTHING>) => setState((before) => ({ ...before, ...part }));
  return <FieldsOf fields={FIELDS} section="details" values={state} problem={() => undefined} set={set} />;
}

it('the inputs of a section set what was entered, and the empty value where it was deleted', async () => {
  await show(<Editor />);
  expect(isThere('label', 'Note')).toBe(false);
  await type(field('System'), 'Skirmish');
  await type(field('Base'), '2,');
  expect([field('Base').value, values.baseMm]).toEqual(['2,', 2]);
  await type(field('Base'), '2,5');
  await click(field('Signed'));
  expect(values).toEqual({ ...NOTHING, system: 'Skirmish', baseMm: 2.5, signed: true });
  await type(field('System'), '');
  await type(field('Base'), '');
  expect(values).toEqual({ ...NOTHING, signed: true });
});

it('an input has the limit of its field and says why its value is refused', async () => {
  const problem = (name: string) => (name === 'system' ? 'Use at most 20 characters.' : undefined);
  await show(
    <FieldsOf fields={FIELDS} section="details" values={NOTHING} problem={problem} set={() => undefined} />,
  );
  expect(field('System').maxLength).toBe(20);
  const said = field('System').getAttribute('aria-describedby')?.split(' ') ?? [];
  const words = said.map((id) => document.getElementById(id)?.textContent);
  expect(words.join(' ')).toContain('Use at most 20 characters.');
});
