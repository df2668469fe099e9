import { actions } from 'astro:actions';
import { useState } from 'react';
import { memberVerbRefusal } from '../../../../domain/guild/member.ts';
import type { MembershipPeriod } from '../../../../domain/guild/membership-period.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { withStepUp } from '../../../identity/step-up/account/step-up.store.ts';
import type { MemberView } from './member-view.ts';

type Dialog = 'give' | 'ban' | 'refund';

/** The seller's actions on a member: give a month, refund, ban. Each needs a confirmation. */
export function MemberActions({
  member,
  months,
  onChanged,
}: {
  member: MemberView;
  months: readonly Pick<MembershipPeriod, 'kind' | 'paidCents'>[];
  onChanged: () => void;
}) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  // The idempotency key is made when the dialog opens, so that a second click gives no second month.
  const [gift, setGift] = useState('');
  const { busy, mutate } = useMutation();
  const done = () => {
    setDialog(null);
    onChanged();
  };
  const name = member.username || 'this member';
  const hasAccount = member.userId !== '';
  const canBan = hasAccount && memberVerbRefusal(member.state, 'ban') === null;
  const paid = months.some(({ kind, paidCents }) => kind === 'paid' && paidCents > 0);
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {hasAccount && member.state !== 'banned' && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => {
              setGift(crypto.randomUUID());
              setDialog('give');
            }}
          >
            Give a month
          </button>
        )}
        {paid && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setDialog('refund')}>
            Refund the last payment
          </button>
        )}
        {canBan && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setDialog('ban')}>
            Ban
          </button>
        )}
        {member.state === 'banned' && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() =>
              void mutate(
                () => actions.guildMembers.ban({ id: member.id, banned: false }),
                `The ban is lifted; ${name} can join again.`,
                done,
              )
            }
          >
            Lift the ban
          </button>
        )}
      </div>
      {dialog === 'give' && (
        <Confirm
          title={`Give ${name} a month?`}
          yes="Give a month"
          isHarmless
          no="Not now"
          busy={busy}
          onYes={() =>
            void mutate(
              () => actions.guildMembers.give({ id: member.id, months: 1, gift }),
              `${name} received a month.`,
              done,
            )
          }
          onNo={() => setDialog(null)}
        >
          <p>
            They get the next month they do not have yet, in their tier, with everything a paid month
            includes. This cannot be undone.
          </p>
        </Confirm>
      )}
      {dialog === 'refund' && (
        <Confirm
          title={`Refund the last payment to ${name}?`}
          yes="Refund"
          no="Cancel"
          busy={busy}
          onYes={() =>
            void mutate(
              () => withStepUp(() => actions.guildMembers.refund({ id: member.id })),
              'The payment is refunded.',
              done,
            )
          }
          onNo={() => setDialog(null)}
        >
          <p>
            The full amount is refunded: your share from your balance, the commission from ours. Only what
            this payment granted is removed from their library.
          </p>
        </Confirm>
      )}
      {dialog === 'ban' && (
        <Confirm
          title={`Ban ${name}?`}
          yes="Ban"
          no="Cancel"
          busy={busy}
          onYes={() =>
            void mutate(
              () => actions.guildMembers.ban({ id: member.id, banned: true }),
              `${name} is banned.`,
              done,
            )
          }
          onNo={() => setDialog(null)}
        >
          <p>
            They are not charged again and cannot join until you lift the ban. They keep what they received;
            no payment is refunded.
          </p>
        </Confirm>
      )}
    </>
  );
}
