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

/** A person of a group, with its actions. */
export function PersonRow({ group, person, onReminded, onRemoved }: Props) {
  const [isConfirming, setConfirming] = useState(false);
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
          void toast('Link copied. It works once, for the first account that uses it.', { kind: 'success' });
        } catch {
          // Some browsers deny access to the clipboard: show the link instead.
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
              onClick={() => setConfirming(true)}
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
      {isConfirming && (
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
                setConfirming(false);
                onRemoved();
              },
            )
          }
          onNo={() => setConfirming(false)}
        >
          <p>
            {person.state === 'claimed'
              ? 'What they claimed stays in their library. They do not get models you add later.'
              : 'The link stops working, and queued mails are not sent.'}
          </p>
        </Confirm>
      )}
    </li>
  );
}

function stateText({ state, claimedAt, mailedAt, mails }: GroupPerson): string {
  const label = PERSON_STATE_TEXTS[state];
  if (state === 'claimed') return claimedAt === null ? label : `${label} on ${dayText(claimedAt)}`;
  if (state === 'removed' || mailedAt === null) return label;
  return mails === 1
    ? `${label}, mailed on ${dayText(mailedAt)}`
    : `${label}, mailed ${mails} times, last on ${dayText(mailedAt)}`;
}
