import { actions } from 'astro:actions';
import { useState } from 'react';
import { Link } from 'wouter';
import {
  TIER_MOVE_REFUSAL_TEXTS,
  type Tier,
  type TierState,
  tierMoveRefusal,
} from '../../../../domain/guild/tier.ts';
import { paths } from '../../../../paths.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import type { TiersAnswer } from './TiersPage.tsx';

const MOVES: Partial<Record<TierState, { label: string; message: (name: string) => string }>> = {
  public: { label: 'Make public', message: (name) => `${name} is public.` },
  hidden: { label: 'Hide', message: (name) => `${name} is hidden: people with the link can still join.` },
  sold_out: { label: 'Mark sold out', message: (name) => `${name} is sold out: nobody can join it.` },
  retired: { label: 'Retire', message: (name) => `${name} is retired. Its members keep it.` },
};

/** The possible state changes of a tier, and a link to duplicate it. Refusals say why. */
export function TierStateActions({
  tier,
  answer,
  refetch,
}: {
  tier: Tier;
  answer: TiersAnswer;
  refetch: () => void;
}) {
  const [retiring, setRetiring] = useState(false);
  const { busy, mutate } = useMutation();
  const others = answer.tiers.filter((one) => one.id !== tier.id && one.state === 'public').length;
  const live = answer.guild.state === 'live' || answer.guild.state === 'paused';
  const refusal = (to: TierState) => tierMoveRefusal(tier.state, to, { live, otherPublicTiers: others });
  const changeState = (to: TierState, message: string) =>
    void mutate(
      () => actions.guildTiers.move({ id: tier.id, to }),
      message,
      () => {
        setRetiring(false);
        refetch();
      },
    );
  const targets = (Object.keys(MOVES) as TierState[]).filter((to) => refusal(to) !== 'no-such-move');
  const refused = targets.map(refusal).find((one) => one !== null);
  return (
    <>
      <div className="-mx-2 flex flex-wrap">
        {targets.map((to) => {
          const action = MOVES[to];
          if (!action) return null;
          return (
            <button
              key={to}
              type="button"
              className="link min-h-11 px-2 disabled:opacity-50"
              aria-label={`${action.label}: ${tier.name}`}
              aria-busy={busy}
              disabled={refusal(to) !== null}
              onClick={() =>
                to === 'retired' ? setRetiring(true) : changeState(to, action.message(tier.name))
              }
            >
              {action.label}
            </button>
          );
        })}
        <Link
          className="link inline-flex min-h-11 items-center px-2"
          href={`~${paths.tierLike(tier.id)}`}
          aria-label={`Duplicate ${tier.name}`}
        >
          Duplicate
        </Link>
      </div>
      {refused && <p className="hint">{TIER_MOVE_REFUSAL_TEXTS[refused]}</p>}
      {retiring && (
        <Confirm
          title={`Retire “${tier.name}”?`}
          yes="Retire it"
          no="Keep it"
          busy={busy}
          onYes={() => changeState('retired', `${tier.name} is retired. Its members keep it.`)}
          onNo={() => setRetiring(false)}
        >
          <p>
            Nobody can join it any more, and this cannot be undone.{' '}
            {tier.members > 0 &&
              `Its ${tier.members === 1 ? 'member stays' : `${tier.members} members stay`} in it at the price they have.`}
          </p>
        </Confirm>
      )}
    </>
  );
}
