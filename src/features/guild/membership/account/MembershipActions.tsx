import { actions } from 'astro:actions';
import { useState } from 'react';
import { memberVerbRefusal } from '../../../../domain/guild/member.ts';
import { endText, type MembershipView } from '../../../../domain/guild/membership-view.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { paths } from '../../../../paths.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { clearVisitorMemberships } from '../../guild/visitor-memberships.ts';

/** A member's actions on their membership: pay, stay, skip, leave, rejoin, change the card. */
export function MembershipActions({ view, onChanged }: { view: MembershipView; onChanged: () => void }) {
  const { busy, mutate } = useMutation();
  const [dialog, setDialog] = useState<'leave' | 'skip' | null>(null);
  const { guildId, member } = view;
  const may = (verb: Parameters<typeof memberVerbRefusal>[1]) =>
    memberVerbRefusal(member.state, verb) === null;
  const done = () => {
    setDialog(null);
    clearVisitorMemberships();
    onChanged();
  };
  const setEnding = (ending: boolean, message: string) =>
    void mutate(() => actions.memberships.setEnding({ guildId, ending }), message, done);
  const pay = () =>
    void mutate(
      () => actions.memberships.pay({ guildId }),
      null,
      ({ confirmUrl }) => {
        // The bank wants a confirmation, which the payment provider's page asks for.
        if (confirmUrl !== null) return location.assign(confirmUrl);
        void toast('Paid. Thank you.', { kind: 'success' });
        done();
      },
    );
  const openPortal = () =>
    void mutate(
      () => actions.memberships.portal(),
      null,
      ({ url }) => location.assign(url),
    );
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
          <button type="button" className="btn btn-small" aria-busy={busy} onClick={pay}>
            Pay now
          </button>
        )}
        {may('come-back') && (
          <button
            type="button"
            className="btn btn-small"
            aria-busy={busy}
            onClick={() => setEnding(false, 'You stay a member.')}
          >
            Stay in the guild
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
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setDialog('skip')}>
            Skip the next month
          </button>
        )}
        {may('cancel') && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setDialog('leave')}>
            Leave
          </button>
        )}
      </p>
      {may('skip') && view.skipRefusal !== null && member.billing === 'monthly' && (
        <p className="text-sm text-ink-3">{view.skipRefusal}</p>
      )}
      {dialog === 'leave' && (
        <Confirm
          title={`Leave ${view.guildName}?`}
          yes="Leave"
          no="Stay"
          busy={busy}
          onYes={() =>
            setEnding(true, `Your ${member.isTrial ? 'free trial' : 'membership'} ends ${endText(member)}.`)
          }
          onNo={() => setDialog(null)}
        >
          {member.isTrial ? (
            <p>
              Your free trial goes on until it ends {endText(member)}, and nothing is charged. There is one
              trial for each guild: if you join again later, you pay from the first day.
            </p>
          ) : (
            <>
              <p>Everything you received stays in your library for good.</p>
              <p>
                Your membership ends {endText(member)}, and you are not charged again. If you join again
                later, you pay the price at that time.
              </p>
            </>
          )}
        </Confirm>
      )}
      {dialog === 'skip' && (
        <Confirm
          title="Skip the next month?"
          yes="Skip it"
          no="Cancel"
          busy={busy}
          onYes={() =>
            void mutate(() => actions.memberships.skip({ guildId }), 'The next month is skipped.', done)
          }
          onNo={() => setDialog(null)}
        >
          <p>
            You are not charged{member.nextChargeAt === null ? '' : ` on ${dayText(member.nextChargeAt)}`} and
            do not receive that month’s releases. Your membership continues the month after; your price stays,
            and your months in a row are not broken.
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
