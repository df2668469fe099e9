import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { DeskPlace } from '../../../../data/desk/people.ts';
import { DESK_SEARCH_MAX } from '../../../../domain/desk/search-text.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { ResourceList } from '../../../../ui/account/ResourceList.tsx';
import { useKeyset } from '../../../../ui/account/useKeyset.ts';
import type { ActionResult } from '../../../../ui/action-answer.ts';
import { useDebounced } from '../../../../ui/useDebounced.ts';
import { useSlashKey } from '../../../../ui/useSlashKey.ts';
import { type DeskColumn, DeskTable } from './DeskTable.tsx';
import { useRowKeys } from './useRowKeys.ts';

const TYPED_MS = 300;

/** The search text of the page's address; other pages of the desk lead here with an id. */
export function useDeskText(page: string): [text: string, set: (text: string) => void] {
  const asked = new URLSearchParams(useSearch());
  const text = asked.get('q') ?? asked.get('id') ?? '';
  const [, navigate] = useLocation();
  return [
    text,
    (next) =>
      navigate(next === '' ? `/operator/${page}` : `/operator/${page}?q=${encodeURIComponent(next)}`, {
        replace: true,
      }),
  ];
}

/** A page of the desk with a search field and a list that goes on page by page. */
export function DeskList<Row extends { id: string }>({
  page,
  title,
  finds,
  none,
  columns,
  load,
  listKey = '',
  children,
}: {
  /** Its name in the address. */
  page: string;
  title: string;
  /** What can be typed, such as "Name, e-mail or id". */
  finds: string;
  /** What an empty list says. */
  none: string;
  columns: (list: { rows: Row[]; setRows: (rows: Row[]) => void }) => readonly DeskColumn<Row>[];
  load: (
    text: string,
    after: DeskPlace | null,
  ) => Promise<ActionResult<{ rows: Row[]; next: DeskPlace | null }>>;
  /** What the list depends on besides the text. */
  listKey?: string;
  children?: ReactNode;
}) {
  const [text, setText] = useDeskText(page);
  const [typed, type] = useDebounced(text, setText, TYPED_MS);
  const field = useSlashKey();
  useRowKeys();
  const list = useKeyset((after: DeskPlace | null) => load(text, after), `${text}\n${listKey}`);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <search className="mt-4 grid gap-3">
        <label className="label" htmlFor="desk-search">
          {finds}
        </label>
        <input
          ref={field}
          id="desk-search"
          type="search"
          className="field -mt-2"
          maxLength={DESK_SEARCH_MAX}
          autoComplete="off"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
        {children}
      </search>
      <ResourceList
        list={list}
        tall
        empty={
          <div className="empty mt-6">
            <p>{none}</p>
            {text !== '' && (
              <button type="button" className="btn btn-quiet" onClick={() => setText('')}>
                Show all
              </button>
            )}
          </div>
        }
      >
        {(rows) => <DeskTable label={title} rows={rows} columns={columns({ rows, setRows: list.setRows })} />}
      </ResourceList>
      <p className="mt-4 text-sm text-ink-3 max-md:hidden">
        Keys: <kbd>/</kbd> search, <kbd>j</kbd> next row, <kbd>k</kbd> previous row, <kbd>Enter</kbd> open.
      </p>
    </>
  );
}
