import { type ReactNode, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ResourceList } from '../../../src/ui/account/ResourceList.tsx';
import { asPage, pageAfter, useKeyset } from '../../../src/ui/account/useKeyset.ts';
import type { ActionResult } from '../../../src/ui/action-answer.ts';
import { button, click, isThere, leave, perform, show, words } from '../../features/page.tsx';

afterEach(leave);

interface Asked {
  key: string;
  page: number;
  answer: (names: string[] | null, next?: number | null) => Promise<void>;
}
let asked: Asked[] = [];

function List({ name, keepsRows = false }: { name: string; keepsRows?: boolean }) {
  const list = useKeyset(
    (page: number | null) =>
      asPage(
        new Promise<ActionResult<{ names: string[]; next: number | null }>>((resolve) => {
          const answer: Asked['answer'] = (names, next = null) =>
            perform(() =>
              resolve(
                names
                  ? { data: { names, next }, error: undefined }
                  : { data: undefined, error: { message: `The list ${name} is away.` } as never },
              ),
            );
          asked.push({ key: name, page: page ?? 1, answer });
        }),
        ({ names, next }) => ({ rows: names, next }),
      ),
    name,
    { keepsRows, keyOf: (row) => row },
  );
  return (
    <ResourceList list={list} empty={<p>Nobody</p>}>
      {(rows) => <p>{rows.join(' ')}</p>}
    </ResourceList>
  );
}

let change = (_name: string) => {};
function Chosen({ keepsRows }: { keepsRows: boolean }) {
  const [name, setName] = useState('a');
  change = setName;
  return <List name={name} keepsRows={keepsRows} />;
}

async function open(what: ReactNode) {
  asked = [];
  await show(what);
}
const last = () => asked.at(-1) as Asked;

it('a list shows a placeholder, then its rows, and the next page below them', async () => {
  await open(<List name="a" />);
  expect([document.querySelector('.skeleton') !== null, words()]).toEqual([true, '']);
  await last().answer(['Ada', 'Bo'], 2);
  expect(document.querySelector('.skeleton')).toBe(null);
  await click(button('Show more'));
  expect(last().page).toBe(2);
  expect(button('Show more').getAttribute('aria-busy')).toBe('true');
  await last().answer(['Cy']);
  expect(words()).toBe('Ada Bo Cy');
});

it('a list without rows says so', async () => {
  await open(<List name="a" />);
  await last().answer([]);
  expect(words()).toBe('Nobody');
});

it('a row that was shifted onto the next page stands there once', async () => {
  await open(<List name="a" />);
  await last().answer(['Ada', 'Bo'], 2);
  await click(button('Show more'));
  await last().answer(['Bo', 'Cy']);
  expect(words()).toBe('Ada Bo Cy');
});

it('a page that could not be loaded is asked for once more, and the rows before it stay', async () => {
  await open(<List name="a" />);
  await last().answer(null);
  expect(words()).toBe('The list a is away. Try again');
  await click(button('Try again'));
  await last().answer(['Ada'], 2);
  await click(button('Show more'));
  await last().answer(null);
  expect(words()).toBe('The list a is away. Try againAdaShow more');
  await click(button('Try again'));
  expect(asked.map(({ page }) => page)).toEqual([1, 1, 2, 2]);
  await last().answer(['Bo']);
  expect(words()).toBe('Ada Bo');
});

it.each([
  ['goes', false, ''],
  ['stays where it is asked to', true, 'Ada'],
])('what another list has shown %s until the new one is there', async (_, keepsRows, meanwhile) => {
  await open(<Chosen keepsRows={keepsRows} />);
  await last().answer(['Ada'], 2);
  await click(button('Show more'));
  const late = last();
  await perform(() => change('b'));
  expect([words(), isThere('button', 'Show more')]).toEqual([meanwhile, false]);
  await last().answer(['Bea']);
  await late.answer(['Late']);
  expect(words()).toBe('Bea');
});

it('a counted page is followed by the next one while rows are left', () => {
  expect([pageAfter(1, 10, 20), pageAfter(2, 10, 20), pageAfter(1, 10, 0)]).toEqual([2, null, null]);
});
