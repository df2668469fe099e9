import { expect, it } from 'vitest';
import { csvOfParts } from '../../src/ui/csv-parts.ts';

/** Fetches these parts in turn. */
const partsOf = (parts: string[]) => (after: number | null) => {
  const at = after ?? 0;
  const data = { csv: parts[at] ?? '', next: at + 1 < parts.length ? at + 1 : null };
  return Promise.resolve({ data, error: undefined });
};

it.each([
  [['Week,Sold\r\n1,2\r\n', '2,3\r\n']],
  [['Week,Sold\r\n1,2', '2,3']],
  [['Week,Sold\r\n1,2\r\n', '', '2,3\r\n', '']],
])('the parts of a table follow each other line by line: %j', async (parts) => {
  expect(await csvOfParts(partsOf(parts))).toEqual({
    data: 'Week,Sold\r\n1,2\r\n2,3\r\n',
    error: undefined,
  });
});

it('a line break in the last cell of a part stays', async () => {
  const { data } = await csvOfParts(partsOf(['"two\r\nlines\r\n"\r\n', 'more\r\n']));
  expect(data).toBe('"two\r\nlines\r\n"\r\nmore\r\n');
});

it('an error of any part is the answer', async () => {
  const error = new Error('away') as never;
  const failing = (after: number | null) =>
    after === null ? partsOf(['a\r\n', 'b\r\n'])(null) : Promise.resolve({ data: undefined, error });
  expect(await csvOfParts(failing)).toEqual({ data: undefined, error });
});
