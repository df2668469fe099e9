import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { PERSON_LISTS, type PersonPart } from '../../../../domain/desk/person.ts';
import { type Deed, deskRefusal } from '../../../../domain/identity/role.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { $role } from '../../../identity/session/role.store.ts';
import { deskDay } from '../../shell/account/DeskTable.tsx';
import { ReasonDialog } from '../../shell/account/ReasonDialog.tsx';
import { useRowKeys } from '../../shell/account/useRowKeys.ts';
import { PersonPartList } from './PersonPartList.tsx';
import { PersonState } from './PersonState.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';

type Dialog = 'suspend' | 'sessions' | 'look' | 'password' | 'factor';

/** One person: the account, what can be done, and what they did here. */
export function PersonPage({ id }: { id: string }) {
  const query = useQuery(() => actions.deskPeople.one({ id }));
  const role = useStore($role);
  const chosen = new URLSearchParams(useSearch()).get('part');
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  useRowKeys();
  const may = (deed: Deed) => deskRefusal(role, deed) === null;
  const found = query.data;
  if (!found) return <QueryState query={query} tall />;
  const { person, parts } = found;
  const part = parts.find((one) => one === chosen) ?? parts[0];
  const button = (label: string, which: Dialog) => (
    <button type="button" className="btn btn-quiet btn-small" onClick={() => setDialog(which)}>
      {label}
    </button>
  );
  return (
    <>
      <p>
        <Link href="/operator/people" className="link inline-flex min-h-11 items-center">
          All people
        </Link>
      </p>
      <PageTitle>{person.username}</PageTitle>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
        {person.email !== '' && <Fact name="E-mail" value={person.email} />}
        <Fact name="Id" value={person.id} />
        <Fact name="Joined" value={deskDay(person.joinedAt)} />
        <dt className="text-ink-2">State</dt>
        <dd>
          <PersonState person={person} />
        </dd>
        {person.storeId !== null && (
          <>
            <dt className="text-ink-2">Store</dt>
            <dd className="flex flex-wrap gap-x-4">
              <Link href={`/operator/stores?q=${person.storeId}`} className="link">
                {person.storeName}
              </Link>
              <Link href={`/operator/products?store=${person.storeId}`} className="link">
                Its products
              </Link>
            </dd>
          </>
        )}
        <dt className="text-ink-2">Log</dt>
        <dd>
          <Link href={`/operator/audit?id=${person.id}`} className="link">
            What was changed
          </Link>
        </dd>
      </dl>
      <p className="mt-4 flex flex-wrap gap-3">
        {may('person.suspend') && button(person.suspended ? 'Lift suspension …' : 'Suspend …', 'suspend')}
        {may('person.end-sessions') && button('End sessions …', 'sessions')}
        {person.role !== null && may('access.restore') && (
          <>
            {button('Allow a new password …', 'password')}
            {button('Remove the second factor …', 'factor')}
          </>
        )}
        {may('person.look') && button('See the marketplace as they do …', 'look')}
      </p>
      <div className="mt-6 flex flex-wrap gap-2" role="toolbar" aria-label="Lists">
        {parts.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={one === part}
            onClick={() => navigate(`/operator/people?id=${id}&part=${one}`, { replace: true })}
          >
            {PERSON_LISTS[one].label}
          </button>
        ))}
      </div>
      {part && <PersonPartList key={part} personId={id} part={part as PersonPart} />}
      {dialog === 'suspend' && (
        <ReasonDialog
          title={
            person.suspended ? `Lift the suspension of ${person.username}?` : `Suspend ${person.username}?`
          }
          yes={person.suspended ? 'Lift' : 'Suspend'}
          done={person.suspended ? 'Lifted.' : 'Suspended.'}
          action={(reason) =>
            actions.deskPeople.suspend({ personId: id, suspend: !person.suspended, reason })
          }
          onDone={() => query.setData({ ...found, person: { ...person, suspended: !person.suspended } })}
          onClose={() => setDialog(null)}
        >
          <p>
            {person.suspended
              ? 'They can sign in again and are mailed about it.'
              : 'They are signed out everywhere and cannot sign in. What they bought stays theirs. Their store is suspended on its own page.'}
          </p>
        </ReasonDialog>
      )}
      {dialog === 'sessions' && (
        <ReasonDialog
          title={`End the sessions of ${person.username}?`}
          yes="End sessions"
          done="Their sessions are ended."
          hint="For the audit log."
          action={(reason) => actions.deskPeople.endSessions({ personId: id, reason })}
          onDone={() => undefined}
          onClose={() => setDialog(null)}
        >
          <p>They are signed out on every device and sign in again.</p>
        </ReasonDialog>
      )}
      {(dialog === 'password' || dialog === 'factor') && (
        <RestoreDialog personId={id} name={person.username} what={dialog} onClose={() => setDialog(null)} />
      )}
      {dialog === 'look' && (
        <ReasonDialog
          title={`See the marketplace as ${person.username}?`}
          yes="Look"
          done="You can look for half an hour."
          hint="They read it, with the day, in their account."
          action={(reason) => actions.deskLooks.begin({ personId: id, reason })}
          onDone={() => location.assign(paths.account())}
          onClose={() => setDialog(null)}
        >
          <p>
            In this browser, all pages show what they show to {person.username}, until you end the look.
            Nothing can be changed, bought or downloaded. Conversations, access tokens, webhooks and cards
            stay closed. The desk stays your own. The look is written to the audit log.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="wrap-anywhere">{value}</dd>
    </>
  );
}
