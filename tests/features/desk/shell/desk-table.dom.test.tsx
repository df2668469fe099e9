import { afterEach, describe, expect, it } from 'vitest';
import { DeskTable } from '../../../../src/features/desk/shell/account/DeskTable.tsx';
import { leave, show, words } from '../../page.tsx';

afterEach(leave);

describe('a table of the desk on a phone', () => {
  it('names a column beside a cell only where the cell holds something', async () => {
    const rows = [{ id: 'a', canRefund: false }];
    await show(
      <DeskTable
        label="Lines"
        rows={rows}
        columns={[
          { head: 'Product', cell: ({ id }) => id },
          { head: 'Left', cell: () => 0 },
          { head: 'Actions', cell: ({ canRefund }) => canRefund && <button type="button">Refund …</button> },
        ]}
      />,
    );
    const cells = [...document.querySelectorAll('td')].map(({ textContent }) => textContent);
    expect(cells).toEqual(['a', 'Left0', '']);
    expect(words()).not.toContain('Refund');
  });
});
