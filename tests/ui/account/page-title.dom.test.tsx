import { afterEach, expect, it } from 'vitest';
import { PageTitle } from '../../../src/ui/account/PageTitle.tsx';
import { leave, show } from '../../features/page.tsx';

afterEach(leave);

it('the heading of a page takes the focus when it is given, and is no stop of the Tab key', async () => {
  await show(<PageTitle className="text-3xl">Sales</PageTitle>);
  const heading = document.querySelector('h1');
  heading?.focus();
  expect([document.activeElement === heading, heading?.tabIndex]).toEqual([true, -1]);
  expect(heading?.className).toBe('text-3xl outline-none');
});
