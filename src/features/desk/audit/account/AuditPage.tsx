import { actions } from 'astro:actions';
import { useLocation, useSearch } from 'wouter';
import {
  AUDIT_KINDS,
  type AuditEntry,
  type AuditFilter,
  type AuditKind,
  actorText,
  changeText,
  recordText,
} from '../../../../domain/desk/audit-entry.ts';
import { paths } from '../../../../paths.ts';
import { DataTable } from '../../../../ui/account/DataTable.tsx';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { ResourceList } from '../../../../ui/account/ResourceList.tsx';
import { asPage, useKeyset } from '../../../../ui/account/useKeyset.ts';
import { Field, Select } from '../../../../ui/Form.tsx';
import { useDebounced } from '../../../../ui/useDebounced.ts';

const DAY_MS = 86_400_000;
const NAMES = ['kind', 'id', 'name', 'from', 'to'] as const;
type Search = Record<(typeof NAMES)[number], string>;

function searchOf(text: string): Search {
  const query = new URLSearchParams(text);
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ''])) as Search;
}

/** The days of the form are those of UTC, as the log shows them. */
function filterOf({ kind, id, name, from, to }: Search): AuditFilter {
  const dayOf = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : null);
  const until = dayOf(to);
  return {
    kind: kind in AUDIT_KINDS ? (kind as AuditKind) : null,
    record: id,
    name,
    from: dayOf(from),
    before: until === null ? null : until + DAY_MS,
  };
}

/** Who changed what, and when: everything that touches money, roles, suspensions and decisions. */
export default function AuditPage() {
  const search = searchOf(useSearch());
  const [, navigate] = useLocation();
  const filter = filterOf(search);
  const list = useKeyset(
    (after: { created: string; place: number } | null) =>
      asPage(actions.deskAudit.list({ ...filter, after }), ({ entries, next }) => ({ rows: entries, next })),
    JSON.stringify(filter),
  );
  const set = (part: Partial<Search>) => {
    const set = Object.entries({ ...search, ...part }).filter(([, value]) => value !== '');
    const text = new URLSearchParams(set).toString();
    navigate(text === '' ? '/operator/audit' : `/operator/audit?${text}`, { replace: true });
  };
  return (
    <>
      <PageTitle>Audit log</PageTitle>
      <p className="mt-2 text-ink-2">
        Every change to prices, money, roles, suspensions and decisions. Nothing here can be changed or
        deleted.
      </p>
      <search className="mt-6 grid grid-cols-2 gap-3 lg:grid-cols-5">
        <Select
          label="Kind"
          name="kind"
          value={search.kind}
          options={[['', 'All'], ...Object.entries(AUDIT_KINDS)]}
          onChange={(kind) => set({ kind })}
        />
        <Typed label="Person" name="name" value={search.name} onChange={(name) => set({ name })} />
        <Typed label="Record" name="id" value={search.id} onChange={(id) => set({ id })} />
        <Field
          label="From"
          name="from"
          type="date"
          required={false}
          value={search.from}
          onChange={(from) => set({ from })}
        />
        <Field
          label="To"
          name="to"
          type="date"
          required={false}
          value={search.to}
          onChange={(to) => set({ to })}
        />
      </search>
      <ResourceList
        list={list}
        tall
        more="Show older changes"
        empty={
          <div className="empty mt-6">
            <h2 className="text-2xl">Nothing was logged</h2>
            <p>No change matches these filters. Choose a longer time or another kind.</p>
          </div>
        }
      >
        {(entries) => <Entries entries={entries} />}
      </ResourceList>
    </>
  );
}

const TYPED_MS = 400;

function Typed({
  label,
  name,
  value,
  onChange,
}: {
  label: string;
  name: string;
  value: string;
  onChange: (text: string) => void;
}) {
  const [typed, type] = useDebounced(value, onChange, TYPED_MS);
  return (
    <Field
      label={label}
      name={name}
      type="search"
      required={false}
      maxLength={name === 'id' ? 40 : 200}
      placeholder={name === 'id' ? 'Id' : 'User name'}
      value={typed}
      onChange={type}
    />
  );
}

/** One entry a row. */
const Entries = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <DataTable
    label="Changes"
    className="mt-6"
    stacks
    rows={entries}
    keyOf={({ id }) => id}
    columns={[
      { head: 'When (UTC)', isNumber: true, cell: ({ at }) => momentText(at) },
      { head: 'Who', cell: actorText },
      {
        head: 'What',
        cell: (entry) => (
          <>
            <span className="font-semibold">{AUDIT_KINDS[entry.kind]}</span>: {changeText(entry)}
            {entry.detail !== '' && <span className="block text-ink-2">{entry.detail}</span>}
          </>
        ),
      },
      {
        head: 'Record',
        cell: (entry) => (
          <a className="link wrap-anywhere" href={paths.operatorDesk('audit', entry.record)}>
            {recordText(entry)}
          </a>
        ),
      },
    ]}
  />
);

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const momentText = (at: number) => MOMENT.format(at);
