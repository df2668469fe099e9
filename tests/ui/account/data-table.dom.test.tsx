import { afterEach, describe, expect, it } from 'vitest';
import { DataTable, type TableColumn } from '../../../src/ui/account/DataTable.tsx';
import { leave, show, words } from '../../features/page.tsx';

afterEach(leave);

interface Line {
  id: string;
  left: number;
  canRefund: boolean;
}
const ROWS: Line[] = [
  { id: 'a', left: 0, canRefund: false },
  { id: 'b', left: 2, canRefund: true },
];
const COLUMNS: readonly (TableColumn<Line, { left: number }> | null)[] = [
  { head: 'Product', isRowHead: true, cell: ({ id }) => id, sum: () => 'All' },
  { head: 'Left', isNumber: true, cell: ({ left }) => left, sum: ({ left }) => left },
  null,
  {
    head: 'Actions',
    isHeadHidden: true,
    cell: ({ canRefund }) => canRefund && <button type="button">Refund …</button>,
  },
];
const all = (selector: string) => [...document.querySelectorAll(selector)];
const table = (part: Partial<Parameters<typeof DataTable<Line, { left: number }>>[0]> = {}) =>
  show(<DataTable label="Lines" columns={COLUMNS} rows={ROWS} keyOf={({ id }) => id} {...part} />);

describe('a table', () => {
  it('has a head, a cell and a sum for each column, and nothing of one that is left out', async () => {
    await table({ sums: { left: 2 } });
    expect(all('thead th').map(words)).toEqual(['Product', 'Left', 'Actions']);
    expect(all('tbody tr').map((row) => [...row.children].map(words))).toEqual([
      ['a', '0', ''],
      ['b', '2', 'Refund …'],
    ]);
    expect([...(all('tfoot tr')[0]?.children ?? [])].map(words)).toEqual(['All', '2', '']);
    expect(all('[scope=row]').map(words)).toEqual(['a', 'b', 'All']);
    expect(all('thead .sr-only').map(words)).toEqual(['Actions']);
  });

  it('has no row of sums where there are none', async () => {
    await table();
    expect(all('tfoot')).toEqual([]);
  });

  it('is named itself, or by the region that scrolls and that keys reach', async () => {
    await table();
    expect(all('[aria-label=Lines]').map(({ tagName }) => tagName)).toEqual(['TABLE']);
    await table({ frame: 'card' });
    const [region] = all('[aria-label=Lines]');
    expect([region?.tagName, region?.getAttribute('tabindex')]).toEqual(['SECTION', '0']);
  });
});

describe('a table that stacks on phones', () => {
  it('names a column beside a cell only where the cell holds something and the head is shown', async () => {
    await table({ stacks: true });
    expect(all('tbody tr').map((row) => [...row.children].map(words))).toEqual([
      ['a', 'Left0', ''],
      ['b', 'Left2', 'Refund …'],
    ]);
    // What names a column a second time is for the eye.
    expect(all('tbody [aria-hidden=true]').map(words)).toEqual(['Left', 'Left']);
  });
});
