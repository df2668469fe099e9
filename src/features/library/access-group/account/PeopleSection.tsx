import { actions } from 'astro:actions';
import { useEffect, useRef, useState } from 'react';
import {
  type AccessGroup,
  type AccessState,
  type GroupPerson,
  PERSON_STATE_TEXTS,
  PERSON_STATES,
} from '../../../../domain/library/access-group.ts';
import { Section } from '../../../../ui/Form.tsx';
import { saveFile } from '../../../../ui/save-file.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { Claims } from './Claims.tsx';
import { PersonRow } from './PersonRow.tsx';
import { RemindAll } from './RemindAll.tsx';
import type { Figures } from './useFigures.ts';

interface Shown {
  people: GroupPerson[];
  total: number;
  page: number;
  state: 'loading' | 'ready' | 'failed';
}

/** Debounce of the search field, in ms. */
const TYPING_MS = 250;

/** The list of a group's people, with search, reminders and export. */
export function PeopleSection({
  group,
  figures,
  onChange,
}: {
  group: AccessGroup;
  figures: Figures;
  onChange: () => void;
}) {
  const [text, setText] = useState('');
  const [kind, setKind] = useState<AccessState | null>(null);
  const [{ people, total, page, state }, setShown] = useState<Shown>({
    people: [],
    total: 0,
    page: 0,
    state: 'loading',
  });
  const requestNumber = useRef(0);
  const title = useRef<HTMLDivElement>(null);
  const load = async (next: number) => {
    requestNumber.current += 1;
    const number = requestNumber.current;
    setShown((before) => ({ ...before, state: 'loading' }));
    const { data } = await actions.groupPeople
      .list({ groupId: group.id, page: next, text, state: kind })
      .catch(() => ({ data: undefined }));
    // Ignore the answer of an outdated request.
    if (number !== requestNumber.current) return;
    setShown((before) =>
      data
        ? {
            people: next === 1 ? data.people : [...before.people, ...data.people],
            total: data.total,
            page: next,
            state: 'ready',
          }
        : { ...before, state: 'failed' },
    );
  };
  const all = figures.invited + figures.claimed + figures.removed;
  // New people and claims refresh the list while it shows its first page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when one of these changes
  useEffect(() => {
    if (page > 1) return;
    const timer = setTimeout(() => void load(1), text === '' ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [figures.invited, figures.claimed, figures.removed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when one of these changes
  useEffect(() => {
    if (page === 0) return;
    const timer = setTimeout(() => void load(1), text === '' ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, kind]);
  const counts: Record<AccessState, number> = figures;
  return (
    <Section title="People">
      <div ref={title} tabIndex={-1} className="outline-none">
        <Claims {...figures} />
      </div>
      {all > 0 && (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <RemindAll group={group} invited={figures.invited} onDone={() => void load(1)} />
            <ExportButton group={group} />
          </div>
          <search className="flex flex-wrap items-center gap-2">
            <input
              type="search"
              className="field min-w-0 flex-[1_1_12rem]"
              aria-label="Search people"
              placeholder="Address, name or note"
              value={text}
              maxLength={100}
              onChange={(event) => setText(event.target.value)}
            />
            {PERSON_STATES.map((one) => (
              <button
                key={one}
                type="button"
                className="chip min-h-11"
                aria-pressed={kind === one}
                onClick={() => setKind(kind === one ? null : one)}
              >
                {PERSON_STATE_TEXTS[one]} <span className="tabular-nums">{counts[one]}</span>
              </button>
            ))}
          </search>
          {state === 'failed' && (
            <p className="notice notice-bad" role="alert">
              The list could not be shown.{' '}
              <button type="button" className="link" onClick={() => void load(page === 0 ? 1 : page)}>
                Try again
              </button>
            </p>
          )}
          {state === 'loading' && page === 0 && <div className="skeleton h-24" aria-busy="true" />}
          {state === 'ready' && people.length === 0 && (
            <p className="text-ink-2">No people match this search.</p>
          )}
          <ul aria-label="People" aria-busy={state === 'loading'}>
            {people.map((person) => (
              <PersonRow
                key={person.id}
                group={group}
                person={person}
                onReminded={() => void load(1)}
                onRemoved={() => {
                  // The focused button is gone with its row.
                  title.current?.focus();
                  onChange();
                }}
              />
            ))}
          </ul>
          {people.length < total && (
            <button
              type="button"
              className="btn btn-quiet"
              aria-busy={state === 'loading'}
              onClick={() => void load(page + 1)}
            >
              Show more of {total}
            </button>
          )}
        </>
      )}
    </Section>
  );
}

function ExportButton({ group }: { group: AccessGroup }) {
  const { busy, mutate } = useMutation();
  return (
    <button
      type="button"
      className="link min-h-11"
      aria-busy={busy}
      onClick={() =>
        void mutate(
          () => actions.groupPeople.table({ groupId: group.id }),
          null,
          ({ csv }) =>
            // The byte order mark tells spreadsheets that this is UTF-8.
            saveFile('people.csv', 'text/csv;charset=utf-8', `\uFEFF${csv}`),
        )
      }
    >
      Export CSV
    </button>
  );
}
