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

const MOVES: Partial<Record<TierState, { label: string; said: (name: string) => string }>> = {
  public: { label: 'Make public', said: (name) => `${name} is public.` },
  hidden: { label: 'Hide', said: (name) => `${name} is hidden: who has its address can still join.` },
  sold_out: { label: 'Mark sold out', said: (name) => `${name} is sold out: nobody can join it.` },
  retired: { label: 'Retire', said: (name) => `${name} is retired. Its members keep it.` },
};

/** Where a tier can be led from here, and a copy of it. What is refused says why. */
export function TierStateActions({ tier, told, again }: { tier: Tier; told: TiersAnswer; again: () => void }) {
  const [retiring, setRetiring] = useState(false);
  const { busy, mutate } = useMutation();
  const others = told.tiers.filter((one) => one.id !== tier.id && one.state === 'public').length;
  const live = told.guild.state === 'live' || told.guild.state === 'paused';
  const refusal = (to: TierState) => tierMoveRefusal(tier.state, to, { live, otherPublicTiers: others });
  const move = (to: TierState, said: string) =>
    void mutate(
      () => actions.guildTiers.move({ id: tier.id, to }),
      said,
      () => {
        setRetiring(false);
        again();
      },
    );
  const ways = (Object.keys(MOVES) as TierState[]).filter((to) => refusal(to) !== 'no-such-move');
  const barred = ways.map(refusal).find((one) => one !== null);
  return (
    <>
      <div className="-mx-2 flex flex-wrap">
        {ways.map((to) => {
          const way = MOVES[to];
          if (!way) return null;
          return (
            <button
              key={to}
              type="button"
              className="link min-h-11 px-2 disabled:opacity-50"
              aria-label={`${way.label}: ${tier.name}`}
              aria-busy={busy}
              disabled={refusal(to) !== null}
              onClick={() => (to === 'retired' ? setRetiring(true) : move(to, way.said(tier.name)))}
            >
              {way.label}
            </button>
          );
        })}
        <Link
          className="link inline-flex min-h-11 items-center px-2"
          href={`~${paths.tierLike(tier.id)}`}
          aria-label={`Make a tier like ${tier.name}`}
        >
          Duplicate
        </Link>
      </div>
      {barred && <p className="hint">{TIER_MOVE_REFUSAL_TEXTS[barred]}</p>}
      {retiring && (
        <Confirm
          title={`Retire “${tier.name}”?`}
          yes="Retire it"
          no="Keep it"
          busy={busy}
          onYes={() => move('retired', `${tier.name} is retired. Its members keep it.`)}
          onNo={() => setRetiring(false)}
        >
          <p>
            Nobody can join it again, and it cannot be brought back.{' '}
            {tier.members > 0 &&
              `Its ${tier.members === 1 ? 'member stays' : `${tier.members} members stay`} in it at the price they have.`}
          </p>
        </Confirm>
      )}
    </>
  );
}
