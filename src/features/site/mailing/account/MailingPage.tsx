import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  MAILING_BODY_MAX,
  MAILING_SUBJECT_MAX,
  MAILING_WHY_MAX,
  type Mailing,
  mailingParagraphs,
  mailingRefusals,
} from '../../../../domain/notifications/mailing.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Field, Section, TextArea } from '../../../../ui/Form.tsx';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { confirmed } from '../../../desk/shell/account/second-factor.store.ts';

const STATES = { draft: 'Draft', sending: 'Being sent', stopped: 'Stopped', done: 'Sent' } as const;
const number = (count: number) => count.toLocaleString('en-US');

/** Mails to everybody: a draft, a test to oneself, and how far each has come. */
export default function MailingPage() {
  const { data, error, refetch } = useQuery(() => actions.mailings.list());
  const [editing, edit] = useState<Mailing | null>(null);
  return (
    <>
      <PageTitle>Mail to everybody</PageTitle>
      <p className="mt-2 mb-6 text-ink-2">
        For what everybody has to know, such as changed terms or a closure. Nobody can switch it off, so each
        mail says why it comes. Everybody gets it once.
      </p>
      {error && <LoadError onRetry={refetch}>{error}</LoadError>}
      {!data && !error && <div className="skeleton h-60" aria-busy="true" />}
      {data && (
        <div className="grid grid-cols-1 gap-5">
          <Draft
            key={editing?.id ?? ''}
            draft={editing}
            people={data.people}
            onDone={() => {
              edit(null);
              refetch();
            }}
          />
          <Section title="Earlier mails">
            {data.mailings.length === 0 ? (
              <p className="text-ink-2">None yet. Write the first one above.</p>
            ) : (
              <ul className="border-t border-line">
                {data.mailings.map((mailing) => (
                  <Row
                    key={mailing.id}
                    mailing={mailing}
                    people={data.people}
                    onEdit={() => edit(mailing)}
                    onChange={refetch}
                  />
                ))}
              </ul>
            )}
          </Section>
        </div>
      )}
    </>
  );
}

interface RowProps {
  mailing: Mailing;
  people: number;
  onEdit: () => void;
  onChange: () => void;
}

function Row({ mailing, people, onEdit, onChange }: RowProps) {
  const { busy, mutate } = useMutation();
  const { id, subject, state, queued } = mailing;
  const stop = () => mutate(() => confirmed(() => actions.mailings.stop({ id })), 'Stopped.', onChange);
  const goOn = () =>
    mutate(() => confirmed(() => actions.mailings.send({ id, people })), 'It goes on.', onChange);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
      <span className="min-w-0 flex-1 basis-60 font-semibold wrap-anywhere">{subject}</span>
      <span className="text-sm text-ink-2 tabular-nums">
        {STATES[state]}
        {state !== 'draft' && `, ${number(queued)} of ${number(mailing.people)}`}
      </span>
      {state === 'draft' && (
        <button type="button" className="btn btn-quiet btn-small" onClick={onEdit}>
          Go on writing
        </button>
      )}
      {state === 'sending' && (
        <>
          <button type="button" className="btn btn-quiet btn-small" onClick={onChange}>
            Refresh
          </button>
          <button
            type="button"
            className="btn btn-danger btn-small"
            aria-busy={busy}
            onClick={() => void stop()}
          >
            Stop
          </button>
        </>
      )}
      {state === 'stopped' && (
        <button
          type="button"
          className="btn btn-quiet btn-small"
          aria-busy={busy}
          onClick={() => void goOn()}
        >
          Go on
        </button>
      )}
    </li>
  );
}

interface DraftProps {
  draft: Mailing | null;
  people: number;
  onDone: () => void;
}

function Draft({ draft, people, onDone }: DraftProps) {
  const {
    values: text,
    field,
    busy,
    mutate,
    save,
  } = useDraft({
    begin: () => ({ subject: draft?.subject ?? '', body: draft?.body ?? '', why: draft?.why ?? '' }),
    read: (typed) => typed,
    refusals: (typed): Record<string, string> => mailingRefusals(typed),
    send: (typed) => confirmed(() => actions.mailings.save({ id: draft?.id ?? null, ...typed })),
    said: 'Saved.',
    done: onDone,
  });
  const [isAsking, setAsking] = useState(false);
  const send = async () => {
    const saved = await confirmed(() => actions.mailings.save({ id: draft?.id ?? null, ...text }));
    return saved.error ? saved : actions.mailings.send({ id: saved.data.id, people });
  };
  return (
    <Section
      title={draft ? 'Draft' : 'A new mail'}
      intro={`It goes to ${number(people)} people with a confirmed address.`}
    >
      <div className="grid gap-5 xl:grid-cols-2">
        <div className="grid gap-4 self-start">
          <Field label="Subject" maxLength={MAILING_SUBJECT_MAX} {...field('subject')} />
          <TextArea
            label="Text"
            rows={10}
            maxLength={MAILING_BODY_MAX}
            hint="An empty line begins a new paragraph."
            {...field('body')}
          />
          <Field
            label="Why everybody gets it"
            maxLength={MAILING_WHY_MAX}
            placeholder="You have an account here, and its terms change."
            {...field('why')}
          />
        </div>
        <div className="min-w-0 rounded-card border border-line bg-paper-2 p-5" aria-live="polite">
          <p className="text-sm text-ink-3">Preview</p>
          <h3 className="mt-1 text-xl wrap-anywhere">{text.subject || 'Subject'}</h3>
          <p className="mt-3 whitespace-pre-line wrap-anywhere">
            {[
              ...mailingParagraphs(text.body),
              `Why you get this mail: ${text.why} It cannot be switched off.`,
            ].join('\n\n')}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-small" aria-busy={busy} onClick={() => setAsking(true)}>
          Send to {number(people)} people
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-small"
          onClick={() =>
            void mutate(() => confirmed(() => actions.mailings.test(text)), 'The test is on its way to you.')
          }
        >
          Test to myself
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={save}>
          Save the draft
        </button>
      </div>
      {isAsking && (
        <Confirm
          title={`Send this mail to ${number(people)} people now?`}
          yes="Send"
          no="Not yet"
          busy={busy}
          onYes={() => {
            setAsking(false);
            void mutate(send, 'It is being sent.', onDone);
          }}
          onNo={() => setAsking(false)}
        >
          <p>It leaves in steps of a hundred and can be stopped. What has left cannot be taken back.</p>
        </Confirm>
      )}
    </Section>
  );
}
