import { actions } from 'astro:actions';
import { useState } from 'react';
import { memberVerbRefusal } from '../../../../domain/guild/member.ts';
import type { MembershipView } from '../../../../domain/guild/membership-view.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { paths } from '../../../../paths.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { clearVisitorMemberships } from '../../guild/visitor-memberships.ts';

/** What a member may do about his membership as it stands: pay, stay, skip, leave, come back, another card. */
export function MembershipActions({ view, onChanged }: { view: MembershipView; onChanged: () => void }) {
  const { busy, mutate } = useMutation();
  const [asks, setAsks] = useState<'leave' | 'skip' | null>(null);
  const { guildId, member } = view;
  const may = (verb: Parameters<typeof memberVerbRefusal>[1]) =>
    memberVerbRefusal(member.state, verb) === null;
  const done = () => {
    setAsks(null);
    clearVisitorMemberships();
    onChanged();
  };
  const setEnding = (ending: boolean, said: string) =>
    void mutate(() => actions.memberships.setEnding({ guildId, ending }), said, done);
  const openPortal = () =>
    void mutate(
      () => actions.memberships.portal(),
      null,
      ({ url }) => location.assign(url),
    );
  const day = member.nextChargeAt ?? member.coveredUntil;
  const until = day === null ? 'what you paid has run out' : dayText(day);
  if (member.isGiven)
    return may('join') ? (
      <p>
        <JoinAgain slug={view.storeSlug} />
      </p>
    ) : null;
  return (
    <>
      <p className="flex flex-wrap gap-3">
        {member.state === 'past_due' && (
          <button
            type="button"
            className="btn btn-small"
            aria-busy={busy}
            onClick={() => void mutate(() => actions.memberships.pay({ guildId }), 'It is paid.', done)}
          >
            Pay now
          </button>
        )}
        {may('come-back') && (
          <button
            type="button"
            className="btn btn-small"
            aria-busy={busy}
            onClick={() => setEnding(false, 'Good. You stay.')}
          >
            Stay after all
          </button>
        )}
        {may('join') && <JoinAgain slug={view.storeSlug} />}
        {may('cancel') && (
          <button type="button" className="btn btn-quiet btn-small" aria-busy={busy} onClick={openPortal}>
            Change the card
            <Icon name="external" size={18} />
          </button>
        )}
        {may('skip') && view.skipRefusal === null && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setAsks('skip')}>
            Skip the next month
          </button>
        )}
        {may('cancel') && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setAsks('leave')}>
            Leave
          </button>
        )}
      </p>
      {may('skip') && view.skipRefusal !== null && member.billing === 'monthly' && (
        <p className="text-sm text-ink-3">{view.skipRefusal}</p>
      )}
      {asks === 'leave' && (
        <Confirm
          title={`Leave ${view.guildName}?`}
          yes="Leave"
          no="Stay"
          busy={busy}
          onYes={() => setEnding(true, `You are a member until ${until}.`)}
          onNo={() => setAsks(null)}
        >
          <p>Everything you received stays in your library for good.</p>
          <p>
            You are a member until {until} and are not charged again. Who joins again later pays the price of
            that day.
          </p>
        </Confirm>
      )}
      {asks === 'skip' && (
        <Confirm
          title="Skip the next month?"
          yes="Skip it"
          no="Keep it"
          busy={busy}
          onYes={() =>
            void mutate(() => actions.memberships.skip({ guildId }), 'The next month is skipped.', done)
          }
          onNo={() => setAsks(null)}
        >
          <p>
            Nothing is charged for it on {until}, and the releases of that month do not come to you. The month
            after it goes on as before; your price stays, and your months in a row are not broken.
          </p>
        </Confirm>
      )}
    </>
  );
}

function JoinAgain({ slug }: { slug: string }) {
  return (
    <a className="btn btn-small" href={paths.storeGuild(slug)}>
      Join again
    </a>
  );
}
