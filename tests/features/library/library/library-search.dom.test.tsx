import { useState } from 'react';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { LibraryItem } from '../../../../src/domain/library/library.ts';
import {
  type LibraryFound,
  useLibrarySearch,
} from '../../../../src/features/library/library/account/useLibrarySearch.ts';
import { anItem } from '../../../domain/library/library-items.ts';
import { answer, asked, forgetAnswers } from '../../actions-in-dom.ts';
import { leave, perform, show } from '../../page.tsx';

const TREANT = anItem({ name: 'Mossback Elder' });
const CHEST = anItem({ name: 'Gnash, the Patient One' });
const ITEMS = [TREANT, CHEST];

let found: LibraryFound | null;
function Search({ items, text, isUsed }: { items: readonly LibraryItem[]; text: string; isUsed: boolean }) {
  found = useLibrarySearch(items, text, isUsed);
  return null;
}

let next: (state: { text: string; items: readonly LibraryItem[] }) => void;
function Typing() {
  const [state, setState] = useState({ text: 't', items: ITEMS as readonly LibraryItem[] });
  next = setState;
  return <Search {...state} isUsed />;
}

const search = (text: string, { items = ITEMS, isUsed = true } = {}) =>
  show(<Search {...{ items, text, isUsed }} />);
/** React draws at the end of each `perform`. */
const until = (holds: () => void) =>
  vi.waitFor(async () => {
    await perform(() => undefined);
    holds();
  });
const untilFound = () => until(() => expect(found).not.toBeNull());
const askedWords = () => asked.filter(({ name }) => name === 'library.words').length;

beforeEach(() => {
  forgetAnswers();
  found = null;
  const lines = [
    [TREANT.id, '["tree","forest"]', 'treant', 'Monsters', '["fantasy"]', '[]', ''],
    [CHEST.id, '["mimic","chest","treasure"]', 'mimic', 'Monsters', '[]', '["resin"]', ''],
  ];
  answer('library.words', () => ({ lines: lines.map((line) => line.join('\x7f')).join('\n') }));
});
afterAll(leave);

it('asks for nothing before somebody searches', async () => {
  await search('', { isUsed: false });
  expect([found, askedWords()]).toEqual([null, 0]);
});

it.each([
  ['tree', TREANT],
  ['woods forest', TREANT],
  ['chests', CHEST],
  ['treasure', CHEST],
  ['resin mimic', CHEST],
])('finds by "%s" what no name says', async (text, item) => {
  await search(text);
  await untilFound();
  expect([...(found?.ids ?? [])]).toEqual([item.id]);
});

it('asks once, however many letters are typed and whatever is marked as printed', async () => {
  await show(<Typing />);
  await untilFound();
  const printed = ITEMS.map((item) => ({ ...item, print: 'printed' as const }));
  for (const text of ['tr', 'tre', 'tree']) await perform(() => next({ text, items: printed }));
  expect([[...(found?.ids ?? [])], askedWords()]).toEqual([[TREANT.id], 1]);
  await perform(() => next({ text: 'hoard', items: [...printed, anItem({ name: 'Hoard' })] }));
  await until(() => expect(askedWords()).toBe(2));
  await until(() => expect(found?.ids.size).toBe(1));
});

it('finds by names where the words could not be asked for', async () => {
  answer('library.words', () => {
    throw new Error('offline');
  });
  await search('mossback');
  await untilFound();
  expect([...(found?.ids ?? [])]).toEqual([TREANT.id]);
});

it('says which words nothing has', async () => {
  await search('purple treasure');
  await untilFound();
  expect(found?.without).toEqual(['purple']);
});

it('needs neither memory that threads share nor buffers, which pages do not have', async () => {
  vi.stubGlobal('SharedArrayBuffer', undefined);
  vi.stubGlobal('Buffer', undefined);
  try {
    await search('trees');
    await untilFound();
    expect([...(found?.ids ?? [])]).toEqual([TREANT.id]);
  } finally {
    vi.unstubAllGlobals();
  }
});
