import { actions } from 'astro:actions';
import { useState } from 'react';
import { MISS_BELOW, MISS_DAYS_KEPT } from '../../../../domain/catalogue/search/search-miss.ts';
import type { SearchRuleDraft } from '../../../../domain/catalogue/search/search-rule.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { paths } from '../../../../paths.ts';
import { DataTable } from '../../../../ui/account/DataTable.tsx';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Section } from '../../../../ui/Form.tsx';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { redirectAddress } from '../../../catalogue/search/redirect-address.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { RuleList } from './RuleList.tsx';

type Searches = ActionAnswer<typeof actions.deskSearches.list>;
type Miss = Searches['misses'][number];

/** A rule in the dialog: what its fields begin with, which rule it replaces, and the search it is made for. */
export interface OpenRule {
  draft: SearchRuleDraft;
  replaces: string | null;
  query: string;
}

const fresh = (kind: SearchRuleDraft['kind'], words = '', query = ''): OpenRule => ({
  draft: { kind, words, target: '' },
  replaces: null,
  query,
});

/** What is searched for in vain, and what searches are told to find. */
export default function SearchesPage() {
  const { data, error, refetch } = useQuery(() => actions.deskSearches.list());
  const [open, setOpen] = useState<OpenRule | null>(null);
  return (
    <>
      <PageTitle>Searches</PageTitle>
      <p className="mt-2 mb-6 text-ink-2">
        What people look for and do not find, and what you make of it. A rule counts at once, and stands in
        the audit log.
      </p>
      {error && <LoadError onRetry={refetch}>{error}</LoadError>}
      {!data && !error && <div className="skeleton h-60" aria-busy="true" />}
      {data && (
        <div className="grid grid-cols-1 gap-6">
          <Section
            title="Found nothing or little"
            intro={`Searches of the last ${MISS_DAYS_KEPT} days that were made more than once, without a filter, and found fewer than ${MISS_BELOW} models by their own words. Nothing says who searched.`}
          >
            <Misses misses={data.misses} onOpen={setOpen} />
          </Section>
          <Section
            title="Rules"
            intro="Words that mean the same also find each other’s models, after those with the word itself."
          >
            <div className="flex flex-wrap gap-3">
              <button type="button" className="btn btn-small" onClick={() => setOpen(fresh('same'))}>
                Add words that mean the same
              </button>
              <button
                type="button"
                className="btn btn-quiet btn-small"
                onClick={() => setOpen(fresh('redirect'))}
              >
                Lead a search elsewhere
              </button>
            </div>
            <RuleList rules={data.rules} onOpen={setOpen} onChanged={refetch} />
            <Trade sets={data.trade} onOpen={setOpen} />
          </Section>
        </div>
      )}
      {open && <RuleDialog open={open} onSaved={refetch} onClose={() => setOpen(null)} />}
    </>
  );
}

function Misses({ misses, onOpen }: { misses: readonly Miss[]; onOpen: (open: OpenRule) => void }) {
  if (misses.length === 0) return <p className="hint">Nothing was looked for more than once in vain.</p>;
  return (
    <DataTable
      label="Searches that found nothing or little"
      stacks
      className=""
      rows={misses}
      keyOf={({ words }) => words}
      columns={[
        {
          head: 'Search',
          isRowHead: true,
          cell: ({ words }) => (
            <a className="link font-semibold wrap-anywhere" href={paths.search(words)}>
              {words}
            </a>
          ),
        },
        { head: 'Made', cell: madeText },
        { head: 'Last', cell: ({ lastDay }) => dayText(Date.parse(lastDay)) },
        { head: 'Found then', cell: ({ found }) => counted(found, 'model') },
        { head: 'Now', cell: nowText },
        {
          head: 'What to do',
          isHeadHidden: true,
          cell: ({ words }) => (
            <span className="flex flex-wrap gap-x-4">
              <button
                type="button"
                className="link min-h-11"
                aria-label={`“${words}” means the same as …`}
                onClick={() => onOpen(fresh('same', `${words}, `, words))}
              >
                Means the same as …
              </button>
              <button
                type="button"
                className="link min-h-11"
                aria-label={`“${words}” leads to …`}
                onClick={() => onOpen(fresh('redirect', words, words))}
              >
                Leads to …
              </button>
            </span>
          ),
        },
      ]}
    />
  );
}

const madeText = ({ times, days }: Miss) => `${counted(times, 'time')}, on ${counted(days, 'day')}`;

function nowText({ findsNow, leadsTo }: Miss): string {
  if (leadsTo !== null)
    return `leads to ${'query' in leadsTo ? `“${leadsTo.query}”` : redirectAddress(leadsTo)}`;
  return findsNow === null ? 'not known at the moment' : counted(findsNow, 'model');
}

/** The sets that are built in, each of which can be taken apart. */
function Trade({ sets, onOpen }: { sets: readonly string[]; onOpen: (open: OpenRule) => void }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2">Built in: {counted(sets.length, 'set')}</summary>
      <p className="hint mb-2">
        They belong to every marketplace. A rule takes apart what you do not want together.
      </p>
      <ul className="max-h-96 overflow-y-auto border-t border-line text-sm">
        {sets.map((set) => (
          <li key={set} className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line py-1">
            <span className="min-w-40 flex-1 wrap-anywhere">{set}</span>
            <button
              type="button"
              className="link min-h-11"
              aria-label={`Take apart: ${set}`}
              onClick={() => onOpen(fresh('apart', set))}
            >
              Take apart …
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
