import { actions } from 'astro:actions';
import type { DeskPlace } from '../../../../data/desk/people.ts';
import { PERSON_LISTS, type PersonEntry, type PersonPart } from '../../../../domain/desk/person.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { paths } from '../../../../paths.ts';
import { ResourceList } from '../../../../ui/account/ResourceList.tsx';
import { useKeyset } from '../../../../ui/account/useKeyset.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { type DeskColumn, DeskTable, deskMoment, RowLink } from '../../shell/account/DeskTable.tsx';
import { confirmed } from '../../shell/account/second-factor.store.ts';

const NOTE: DeskColumn<PersonEntry> = {
  head: 'Note',
  cell: ({ note }) => (note.length > 300 ? `${note.slice(0, 299)}…` : note),
};
const AMOUNT: DeskColumn<PersonEntry> = {
  head: 'Amount',
  cell: ({ cents }) => (cents === null ? '' : moneyText(cents)),
};

/** Where a row of a list leads, or null. */
function hrefOf(part: PersonPart, { target }: PersonEntry): string | null {
  if (target === '') return null;
  if (part === 'bought' || part === 'sold') return `/operator/orders?id=${target}`;
  if (part === 'reviews' || part === 'questions') return paths.product(target);
  return null;
}

/** One list of what a person did, page by page. Mails can be sent again. */
export function PersonPartList({ personId, part }: { personId: string; part: PersonPart }) {
  const { label, none } = PERSON_LISTS[part];
  const load = (after: DeskPlace | null) => actions.deskPeople.part({ id: personId, part, after });
  const list = useKeyset(load, part);
  const { busy, mutate } = useMutation();
  const resend = (entry: PersonEntry) =>
    void mutate(
      () => confirmed(() => actions.deskPeople.resendMail({ mailId: entry.id })),
      'It is sent again.',
      () =>
        list.setRows(
          (list.rows ?? []).map((one) =>
            one.id === entry.id ? { ...one, state: 'waiting', target: '' } : one,
          ),
        ),
    );
  const title = (entry: PersonEntry) => {
    const href = hrefOf(part, entry);
    const text = entry.title === '' ? entry.target.slice(0, 8).toUpperCase() || 'Nameless' : entry.title;
    return href === null ? text : <RowLink href={href}>{text}</RowLink>;
  };
  return (
    <ResourceList list={list} empty={<p className="empty mt-4">{none}</p>}>
      {(rows) => (
        <DeskTable
          label={label}
          rows={rows}
          columns={[
            { head: 'What', cell: title },
            { head: 'When', cell: ({ at }) => deskMoment(at) },
            ...(rows.some(({ note }) => note !== '') ? [NOTE] : []),
            ...(rows.some(({ cents }) => cents !== null) ? [AMOUNT] : []),
            {
              head: 'State',
              cell: (entry) => (
                <>
                  {entry.state.replaceAll('_', ' ')}
                  {part === 'mails' &&
                    entry.target !== '' &&
                    ['sent', 'failed', 'bounced'].includes(entry.state) && (
                      <button
                        type="button"
                        className="link ml-2 min-h-8"
                        disabled={busy}
                        onClick={() => resend(entry)}
                      >
                        Send again
                      </button>
                    )}
                </>
              ),
            },
          ]}
        />
      )}
    </ResourceList>
  );
}
