import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCsv } from '../../../src/domain/kernel/csv.ts';
import { mappedRows, peopleOf } from '../../../src/domain/library/access-import.ts';
import { levelsOf, recognisedBackers, rowsByGroup } from '../../../src/domain/library/backer-export.ts';

function sample(name: string) {
  const text = readFileSync(new URL(`../../samples/${name}.csv`, import.meta.url), 'utf8');
  const table = readCsv(text, { rows: 100, cellsARow: 100 });
  if ('refusal' in table) throw new Error(table.refusal);
  return table.rows;
}

/** Site, number of rows left out, and the people of each level. */
function read(name: string) {
  const table = recognisedBackers(sample(name));
  if (!table) return null;
  const levels = levelsOf(mappedRows(table.rows, table.mapping, true));
  return {
    site: table.site,
    leftOut: table.leftOut,
    levels: Object.fromEntries(
      levels.map((level) => [
        level.name,
        peopleOf(level.rows).people.map(({ email }) => email.split('@')[0]),
      ]),
    ),
  };
}

it.each([
  [
    'kickstarter-backers',
    {
      site: 'Kickstarter',
      leftOut: 1,
      levels: { 'One Warband': ['osk', 'ivo'], 'All In (Digital)': ['wren.tallow'] },
    },
  ],
  [
    'gumroad-sales',
    // A gift is delivered to whom it was given; a partial refund keeps, a dispute that was won too.
    {
      site: 'Gumroad',
      leftOut: 2,
      levels: { 'River Trolls': ['nell', 'ada'], 'Moss Giants': ['wren.tallow'] },
    },
  ],
  [
    'patreon-members',
    { site: 'Patreon', leftOut: 3, levels: { Adventurer: ['wren.tallow'], 'Dragon Lord': ['osk'] } },
  ],
  [
    'backerkit-backers',
    { site: 'BackerKit', leftOut: 1, levels: { 'All In': ['wren.tallow'], 'One Warband': ['mab'] } },
  ],
  [
    'gamefound-backers',
    { site: 'Gamefound', leftOut: 0, levels: { 'All In': ['wren.tallow'], 'One Warband': ['osk'] } },
  ],
])('recognises %s, its levels, and who gets nothing', (name, expected) => {
  expect(read(name)).toEqual(expected);
});

it('takes no other table for a site’s', () => {
  const rows = [{ line: 1, cells: ['Name', 'Email', 'Reward'] }];
  expect(recognisedBackers(rows)).toBeNull();
  expect(recognisedBackers([])).toBeNull();
});

it('brings each row to every group of its level, and to no other', () => {
  const row = fc.record({
    line: fc.nat(),
    email: fc.emailAddress(),
    name: fc.constant(''),
    note: fc.constantFrom('All In', 'all-in', 'One', '', '?'),
  });
  fc.assert(
    fc.property(fc.array(row), fc.array(fc.constantFrom<string>('a', 'b')), (rows, groups) => {
      const levels = levelsOf(rows);
      expect(levels.flatMap((level) => level.rows)).toHaveLength(rows.length);
      const byGroup = rowsByGroup(levels, () => groups);
      for (const group of groups) expect(byGroup.get(group)?.length ?? 0).toBe(rows.length);
      expect([...byGroup.keys()].every((group) => groups.includes(group))).toBe(true);
    }),
  );
});
