import { actions } from 'astro:actions';
import { useRef, useState } from 'react';
import {
  STAFF_LIMITS,
  STAFF_ROLE_TEXTS,
  STAFF_ROLES,
  type StaffRole,
  staffDraftRefusals,
} from '../../../../domain/identity/store-staff.ts';
import { momentText } from '../../../../domain/kernel/wall-clock.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Check, Field, Form, Section } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { ownTimeZone } from '../../../../ui/time-zone.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { withStepUp } from '../../../identity/step-up/account/step-up.store.ts';

type Answer = ActionAnswer<typeof actions.storeStaff.mine>;
type Member = NonNullable<Answer['staff']>[number];
type Job = Answer['jobs'][number];

const roleNames = (roles: readonly StaffRole[]) =>
  roles.map((role) => STAFF_ROLE_TEXTS[role].name).join(', ');

/** Who works for my store and what they did, and the stores that I work for. */
export default function StaffPage() {
  const query = useQuery(() => actions.storeStaff.mine());
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = query;
  // The button that was pressed goes with its row.
  const reload = () => {
    heading.current?.focus();
    query.refetch();
  };
  return (
    <>
      <PageTitle ref={heading}>Staff</PageTitle>
      <QueryState query={query} />
      {data && (
        <div className="mt-4 grid max-w-3xl gap-8">
          {data.jobs.length > 0 && <Jobs jobs={data.jobs} onDone={reload} />}
          {data.staff === null && data.jobs.length === 0 && (
            <p className="empty">When a store asks you to work for it, you find the request here.</p>
          )}
          {data.staff && (
            <>
              <section className="grid gap-3" aria-labelledby="people">
                <h2 id="people" className="text-2xl">
                  People
                </h2>
                <p className="text-ink-2">
                  People who work for your store under their own account. They never see your payout account,
                  your plan or your settings, and you can end it at any moment.
                </p>
                {data.staff.length > 0 && (
                  <ul className="grid gap-3" aria-label="Staff">
                    {data.staff.map((member) => (
                      <MemberRow key={member.id} member={member} onDone={reload} />
                    ))}
                  </ul>
                )}
              </section>
              {data.staff.length < STAFF_LIMITS.ofStore && (
                <AskForm key={data.staff.length} onAsked={reload} />
              )}
              <Deeds key={data.deeds[0]?.id} deeds={data.deeds} more={data.more} />
            </>
          )}
        </div>
      )}
    </>
  );
}

function Jobs({ jobs, onDone }: { jobs: readonly Job[]; onDone: () => void }) {
  return (
    <section className="grid gap-3" aria-labelledby="jobs">
      <h2 id="jobs" className="text-2xl">
        You work for
      </h2>
      <ul className="grid gap-3">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} onDone={onDone} />
        ))}
      </ul>
    </section>
  );
}

function JobRow({ job: { id, store, roles, agreed }, onDone }: { job: Job; onDone: () => void }) {
  const { busy, mutate } = useMutation();
  const [isAsking, setAsking] = useState(false);
  const end = () =>
    void mutate(() => actions.storeStaff.end({ id }), agreed ? 'You left.' : 'Declined.', onDone);
  const act = () =>
    void mutate(
      () => actions.storeStaff.workFor({ storeId: store.id }),
      null,
      () => location.assign(paths.account()),
    );
  return (
    <li className="card grid gap-2 p-4">
      <h3 className="text-lg wrap-break-word">
        <a className="link" href={paths.store(store.slug)}>
          {store.name}
        </a>
      </h3>
      {!agreed && <p>They ask you to work for them. You could do this:</p>}
      <RoleList roles={roles} />
      <p className="flex flex-wrap gap-3">
        {agreed ? (
          <button type="button" className="btn btn-small" aria-busy={busy} onClick={act}>
            Act for {store.name}
          </button>
        ) : (
          <button
            type="button"
            className="btn btn-small"
            aria-busy={busy}
            onClick={() =>
              void mutate(() => actions.storeStaff.agree({ id }), `You work for ${store.name}.`, onDone)
            }
          >
            Agree
          </button>
        )}
        <button
          type="button"
          className="btn btn-quiet btn-small"
          onClick={() => (agreed ? setAsking(true) : end())}
        >
          {agreed ? 'Leave …' : 'Decline'}
        </button>
      </p>
      {isAsking && (
        <Confirm
          title={`Leave ${store.name}?`}
          yes="Leave"
          no="Stay"
          busy={busy}
          onYes={end}
          onNo={() => setAsking(false)}
        >
          <p>You cannot do anything for them any more, until they ask you again.</p>
        </Confirm>
      )}
    </li>
  );
}

function RoleList({ roles }: { roles: readonly StaffRole[] }) {
  return (
    <ul className="grid gap-1 text-sm text-ink-2">
      {roles.map((role) => (
        <li key={role}>
          <strong>{STAFF_ROLE_TEXTS[role].name}:</strong> {STAFF_ROLE_TEXTS[role].may}
        </li>
      ))}
    </ul>
  );
}

function MemberRow({ member, onDone }: { member: Member; onDone: () => void }) {
  const { id, username, agreed } = member;
  const { busy, mutate } = useMutation();
  const [roles, setRoles] = useState<StaffRole[] | null>(null);
  const [isAsking, setAsking] = useState(false);
  return (
    <li className="card grid gap-2 p-4">
      <h3 className="text-lg wrap-break-word">{username}</h3>
      <p className="text-sm text-ink-2">
        {roleNames(member.roles)}
        {!agreed && '. Has not agreed yet.'}
      </p>
      {roles && (
        <>
          <RoleChoice roles={roles} onChange={setRoles} />
          <p>
            <button
              type="button"
              className="btn btn-small"
              aria-busy={busy}
              disabled={roles.length === 0}
              onClick={() =>
                void mutate(
                  () => withStepUp(() => actions.storeStaff.change({ id, roles })),
                  'Saved. In effect now.',
                  () => {
                    setRoles(null);
                    onDone();
                  },
                )
              }
            >
              Save roles
            </button>
          </p>
        </>
      )}
      <div className="flex gap-4">
        <button
          type="button"
          className="link min-h-11"
          aria-expanded={roles !== null}
          onClick={() => setRoles(roles ? null : member.roles)}
        >
          Change roles<span className="sr-only"> of {username}</span>
        </button>
        <button type="button" className="link min-h-11" onClick={() => setAsking(true)}>
          Remove …<span className="sr-only"> {username}</span>
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={`Remove ${username}?`}
          yes="Remove"
          no="Keep them"
          busy={busy}
          onNo={() => setAsking(false)}
          onYes={() => void mutate(() => actions.storeStaff.end({ id }), 'Removed.', onDone)}
        >
          <p>They can do nothing for your store from this moment on. What they did stays.</p>
        </Confirm>
      )}
    </li>
  );
}

function RoleChoice({
  roles,
  error,
  onChange,
}: {
  roles: readonly StaffRole[];
  error?: string | undefined;
  onChange: (roles: StaffRole[]) => void;
}) {
  return (
    <fieldset className="grid gap-1">
      <legend className="label">Roles</legend>
      {STAFF_ROLES.map((role) => (
        <Check
          key={role}
          label={STAFF_ROLE_TEXTS[role].name}
          hint={STAFF_ROLE_TEXTS[role].may}
          checked={roles.includes(role)}
          onChange={(isOn) =>
            onChange(STAFF_ROLES.filter((one) => (one === role ? isOn : roles.includes(one))))
          }
        />
      ))}
      {error && <p className="error">{error}</p>}
    </fieldset>
  );
}

function AskForm({ onAsked }: { onAsked: () => void }) {
  const { values, set, field, fieldError, busy, save } = useDraft({
    begin: (): { username: string; roles: StaffRole[] } => ({ username: '', roles: ['upload'] }),
    read: (typed) => typed,
    refusals: (draft): Record<string, string> => staffDraftRefusals(draft),
    send: (draft) => withStepUp(() => actions.storeStaff.ask(draft)),
    said: 'Invitation sent. They can act for your store once they agree.',
    done: onAsked,
  });
  return (
    <Form busy={busy} label="Ask them" onSend={save}>
      <Section title="Ask somebody" intro="They need an account here. They are told, and agree or decline.">
        <Field
          label="Their username"
          {...field('username')}
          autoComplete="off"
          maxLength={STAFF_LIMITS.username}
        />
        <RoleChoice roles={values.roles} error={fieldError('roles')} onChange={(roles) => set({ roles })} />
      </Section>
    </Form>
  );
}

function Deeds({ deeds: first, more: hasMore }: { deeds: Answer['deeds']; more: boolean }) {
  const [deeds, setDeeds] = useState(first);
  const [more, setMore] = useState(hasMore);
  const { busy, mutate } = useMutation();
  const zone = ownTimeZone();
  const last = deeds.at(-1);
  return (
    <section className="grid gap-3" aria-labelledby="deeds">
      <h2 id="deeds" className="text-2xl">
        What they did
      </h2>
      {deeds.length === 0 ? (
        <p className="text-ink-2">Nothing yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {deeds.map(({ id, username, deed, at }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span>
                <strong>{username}</strong>: {deed}
              </span>
              <time className="text-sm text-ink-3" dateTime={new Date(at).toISOString()}>
                {momentText(at, zone)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {more && last && (
        <p>
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() =>
              void mutate(
                () => actions.storeStaff.deeds({ at: last.at, id: last.id }),
                null,
                (answer) => {
                  setDeeds([...deeds, ...answer.deeds]);
                  setMore(answer.more);
                },
              )
            }
          >
            Show more
          </button>
        </p>
      )}
    </section>
  );
}
