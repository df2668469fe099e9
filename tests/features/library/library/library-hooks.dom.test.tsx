import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LibraryItem } from '../../../../src/domain/library/library.ts';
import {
  type LibraryFilterState,
  useLibraryFilter,
} from '../../../../src/features/library/library/account/useLibraryFilter.ts';
import { useSelection } from '../../../../src/features/library/library/account/useSelection.ts';
import { leave, perform, show } from '../../page.tsx';

let state: LibraryFilterState;
function Filter() {
  state = useLibraryFilter();
  return null;
}

let selection: ReturnType<typeof useSelection>;
function Selection({ of }: { of: readonly LibraryItem[] }) {
  selection = useSelection(of);
  return null;
}

const at = (address: string) => history.replaceState(null, '', address);
const pause = (ms: number) => perform(() => void vi.advanceTimersByTime(ms));

afterAll(leave);

describe('the filter of the library', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(async () => {
    await leave();
    vi.useRealTimers();
  });

  it('is read from the address, without what it does not know', async () => {
    at('/account/library?q=wyrm&sort=name&store=s1&colour=red');
    await show(<Filter />);
    expect(state.filter).toEqual({ text: 'wyrm', store: 's1' });
    expect([state.sort, state.typed]).toEqual(['name', 'wyrm']);
    await leave();
    at('/account/library?sort=toString');
    await show(<Filter />);
    expect(state.sort).toBe('newest');
  });

  it('filters while somebody types, and writes the address when they pause, without a step to go back', async () => {
    at('/account/library');
    const steps = history.length;
    await show(<Filter />);
    await perform(() => state.type('wy'));
    await pause(150);
    await perform(() => state.type('wyrm'));
    expect([state.filter.text, location.search]).toEqual(['wyrm', '']);
    await pause(150);
    expect(location.search).toBe('');
    await pause(50);
    expect([location.search, history.length]).toEqual(['?q=wyrm', steps]);
  });

  it('makes a step to go back for each choice, and leaves the default out of the address', async () => {
    at('/account/library?q=wyrm');
    const steps = history.length;
    await show(<Filter />);
    await perform(() => state.set('store', 's1'));
    await perform(() => state.set('sort', 'name'));
    expect([location.search, history.length]).toEqual(['?q=wyrm&store=s1&sort=name', steps + 2]);
    await perform(() => state.set('sort', 'newest'));
    await perform(() => state.set('store', null));
    expect([location.search, state.filter]).toEqual(['?q=wyrm', { text: 'wyrm' }]);
  });

  it('follows the address into the field, as after going back', async () => {
    at('/account/library?q=wyrm');
    await show(<Filter />);
    await perform(() => {
      at('/account/library?q=tower');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(state.typed).toBe('tower');
    await pause(1000);
    expect(location.search).toBe('?q=tower');
  });

  it('is cleared at once, field and address', async () => {
    at('/account/library?q=wyrm&store=s1&sort=name');
    await show(<Filter />);
    await perform(() => state.clear());
    expect([state.filter, state.typed, location.search]).toEqual([{}, '', '']);
    await pause(1000);
    expect(location.search).toBe('');
  });
});

describe('the selection in the library', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id }) as LibraryItem);
  const ids = () => selection.selected.map(({ id }) => id);

  it('grows, shrinks and is cleared, in the order of the library', async () => {
    await show(<Selection of={items} />);
    await perform(() => selection.toggle('c', true));
    await perform(() => selection.toggle('a', true));
    expect(ids()).toEqual(['a', 'c']);
    await perform(() => selection.toggle('c', false));
    await perform(() => selection.select(items.slice(1)));
    expect(ids()).toEqual(['a', 'b', 'c']);
    await perform(() => selection.clear());
    expect(ids()).toEqual([]);
  });

  it('does not hold what left the library', async () => {
    await show(<Selection of={items.slice(0, 2)} />);
    await perform(() => selection.select(items));
    expect(ids()).toEqual(['a', 'b']);
  });
});
