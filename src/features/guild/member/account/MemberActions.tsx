import { actions } from 'astro:actions';
import { useState } from 'react';
import { memberVerbRefusal } from '../../../../domain/guild/member.ts';
import type { MembershipPeriod } from '../../../../domain/guild/membership-period.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import type { MemberView } from './member-view.ts';

type Asking = 'give' | 'ban' | 'refund';

/** What a seller does for and about a member: a month for nothing, a refund, a ban. Each is asked about first. */
export function MemberActions({
  member,
  months,
  again,
}: {
  member: MemberView;
  months: readonly Pick<MembershipPeriod, 'kind' | 'paidCents'>[];
  again: () => void;
}) {
  const [asking, setAsking] = useState<Asking | null>(null);
  // Named when it is asked about, so that a second click gives nothing more.
  const [gift, setGift] = useState('');
  const { busy, mutate } = useMutation();
  const done = () => {
    setAsking(null);
    again();
  };
  const name = member.username || 'this member';
  const hasAccount = member.userId !== '';
  const mayBan = hasAccount && memberVerbRefusal(member.state, 'ban') === null;
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
              setAsking('give');
            }}
          >
            Give a month
          </button>
        )}
        {paid && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setAsking('refund')}>
            Refund the last payment
          </button>
        )}
        {mayBan && (
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setAsking('ban')}>
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
                `The ban is lifted; ${name} may join again.`,
                done,
              )
            }
          >
            Lift the ban
          </button>
        )}
      </div>
      {asking === 'give' && (
        <Confirm
          title={`Give ${name} a month?`}
          yes="Give it"
          no="Not now"
          busy={busy}
          onYes={() =>
            void mutate(
              () => actions.guildMembers.give({ id: member.id, months: 1, gift }),
              `${name} has a month more.`,
              done,
            )
          }
          onNo={() => setAsking(null)}
        >
          <p>
            It is the next month he has not, in his tier, and gives what a paid one gives. It cannot be taken
            back.
          </p>
        </Confirm>
      )}
      {asking === 'refund' && (
        <Confirm
          title={`Give ${name} the last payment back?`}
          yes="Give it back"
          no="Keep it"
          busy={busy}
          onYes={() =>
            void mutate(
              () => actions.guildMembers.refund({ id: member.id }),
              'The payment is given back.',
              done,
            )
          }
          onNo={() => setAsking(null)}
        >
          <p>
            All of it goes back: your part from your balance, the commission from the hall. What this payment
            brought, and nothing else, leaves his library.
          </p>
        </Confirm>
      )}
      {asking === 'ban' && (
        <Confirm
          title={`Ban ${name}?`}
          yes="Ban"
          no="Leave it"
          busy={busy}
          onYes={() =>
            void mutate(
              () => actions.guildMembers.ban({ id: member.id, banned: true }),
              `${name} is banned.`,
              done,
            )
          }
          onNo={() => setAsking(null)}
        >
          <p>
            He is charged no more and cannot join again until you lift the ban. What he received stays his; no
            payment is given back by this.
          </p>
        </Confirm>
      )}
    </>
  );
}
