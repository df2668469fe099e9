import { expect, it } from 'vitest';
import { Column, choiceOrNone } from '../../../src/data/kernel/table.ts';

it('a column with a value for what is absent is read as that value, of that type', () => {
  const kind = new Column('b.kind', choiceOrNone<'individual' | 'company'>()).or('individual');
  const read: ('individual' | 'company')[] = ['', null, 'company'].map(kind.read);
  expect(read).toEqual(['individual', 'individual', 'company']);
});
