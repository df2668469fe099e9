import { actions } from 'astro:actions';
import { useState } from 'react';
import { dayText } from '../../../../domain/kernel/instant.ts';
import {
  type AccessGroup,
  type GroupPerson,
  PERSON_STATE_TEXTS,
} from '../../../../domain/library/access-group.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useMutation } from '../../../../ui/useMutation.ts';

interface Props {
  group: AccessGroup;
  person: GroupPerson;
  onReminded: () => void;
  onRemoved: () => void;
}

/** One of a group's people, and what can be done about him. */
export function PersonRow({ group, person, onReminded, onRemoved }: Props) {
  const [isAsked, setAsked] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const { busy, mutate } = useMutation();
  const { email } = person;
  const ids = { groupId: group.id, personId: person.id };
  const copy = () =>
    void mutate(
      () => actions.groupPeople.newLink(ids),
      null,
      async ({ url }) => {
        try {
          await navigator.clipboard.writeText(url);
          void toast('The link is copied. It works once, for whoever uses it first.', { kind: 'success' });
        } catch {
          // Some browsers let no page write there: the link is shown instead.
          setLink(url);
        }
      },
    );
  return (
    <li className="grid grid-cols-1 gap-1 border-line py-3 not-first:border-t">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-[1_1_16rem]">
          <p className="font-semibold wrap-anywhere">{email}</p>
          {(person.name !== '' || person.note !== '') && (
            <p className="text-sm wrap-anywhere text-ink-2">
              {[person.name, person.note].filter(Boolean).join(', ')}
            </p>
          )}
          <p className="text-sm text-ink-2">{stateText(person)}</p>
        </div>
        <p className="flex flex-wrap gap-x-4">
          {person.state === 'invited' && (
            <>
              <button
                type="button"
                className="link min-h-11"
                aria-label={`Mail ${email} again`}
                aria-busy={busy}
                onClick={() =>
                  void mutate(
                    () => actions.groupPeople.remind(ids),
                    `A new mail to ${email} is on its way.`,
                    onReminded,
                  )
                }
              >
                Mail again
              </button>
              <button
                type="button"
                className="link min-h-11"
                aria-label={`Copy a link for ${email}`}
                aria-busy={busy}
                onClick={copy}
              >
                Copy link
              </button>
            </>
          )}
          {person.state !== 'removed' && (
            <button
              type="button"
              className="link min-h-11"
              aria-label={`Remove ${email}`}
              onClick={() => setAsked(true)}
            >
              Remove
            </button>
          )}
        </p>
      </div>
      {link !== null && (
        <input
          className="field"
          readOnly
          value={link}
          aria-label={`Link for ${email}`}
          onFocus={(event) => event.target.select()}
        />
      )}
      {isAsked && (
        <Confirm
          title={`Remove ${email}?`}
          yes="Remove"
          no="Keep in the group"
          busy={busy}
          onYes={() =>
            void mutate(
              () => actions.groupPeople.remove(ids),
              `${email} is removed.`,
              () => {
                setAsked(false);
                onRemoved();
              },
            )
          }
          onNo={() => setAsked(false)}
        >
          <p>
            {person.state === 'claimed'
              ? 'What is in the library stays there. What you add to the group later does not reach this person.'
              : 'The link stops working, and a mail that has not left is not sent.'}
          </p>
        </Confirm>
      )}
    </li>
  );
}

function stateText({ state, claimedAt, mailedAt, mails }: GroupPerson): string {
  const said = PERSON_STATE_TEXTS[state];
  if (state === 'claimed') return claimedAt === null ? said : `${said} on ${dayText(claimedAt)}`;
  if (state === 'removed' || mailedAt === null) return said;
  return mails === 1
    ? `${said}, mailed on ${dayText(mailedAt)}`
    : `${said}, mailed ${mails} times, last on ${dayText(mailedAt)}`;
}
