import { actions } from 'astro:actions';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { movedBy } from '../../../../domain/catalogue/shelf.ts';
import { seatsLeft, TIER_STATE_TEXTS, type Tier } from '../../../../domain/guild/tier.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { paths } from '../../../../paths.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { useOrderSaving } from '../../../../ui/useOrderSaving.ts';
import { StateMark } from '../../guild/account/GuildFrame.tsx';
import { TierStateActions } from './TierStateActions.tsx';
import type { TiersAnswer } from './TiersPage.tsx';

interface Props {
  answer: TiersAnswer;
  refetch: () => void;
  onOrder: (tiers: Tier[]) => void;
}

/** The tiers in order, reordered by buttons and arrow keys, with members and state. */
export function TierList({ answer, refetch, onOrder }: Props) {
  const { tiers } = answer;
  const [announcement, setAnnouncement] = useState('');
  const moved = useRef<HTMLButtonElement | null>(null);
  const order = useOrderSaving((ids) => actions.guildTiers.order({ ids }), refetch);
  // Moving a row in the DOM drops the focus of its button, so restore it.
  useEffect(() => {
    moved.current?.focus();
    moved.current = null;
  });
  if (tiers.length === 0)
    return (
      <div className="empty mt-6">
        <h2 className="text-2xl">No tiers yet</h2>
        <p>Start with one: what a month costs and what it includes. You can add more later.</p>
        <Link className="btn" href={`~${paths.sellerTiers('new')}`}>
          Create the first tier
        </Link>
      </div>
    );
  const move = (tier: Tier, by: -1 | 1, button: HTMLButtonElement) => {
    const ids = tiers.map(({ id }) => id);
    const next = movedBy(ids, tier.id, by);
    if (next === ids) return;
    moved.current = button;
    onOrder(
      next.flatMap((id, position) =>
        tiers.filter((one) => one.id === id).map((one) => ({ ...one, position })),
      ),
    );
    setAnnouncement(`${tier.name} is now ${next.indexOf(tier.id) + 1} of ${next.length}.`);
    order([...next]);
  };
  return (
    <>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <ol className="mt-6 grid max-w-3xl gap-3" aria-label="Tiers">
        {tiers.map((tier, at) => (
          <li key={tier.id} className="card grid grid-cols-[auto_minmax(0,1fr)] gap-2 p-3">
            <div className="flex flex-col">
              {([-1, 1] as const).map((by) => (
                <button
                  key={by}
                  type="button"
                  className="icon-btn aria-disabled:opacity-35"
                  aria-label={`Move ${tier.name} ${by < 0 ? 'up' : 'down'}`}
                  // Not disabled, because the focus would be lost at the end of the list.
                  aria-disabled={by < 0 ? at === 0 : at === tiers.length - 1}
                  onClick={(event) => move(tier, by, event.currentTarget)}
                  onKeyDown={(event) => {
                    const way = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
                    if (way === null) return;
                    event.preventDefault();
                    move(tier, way, event.currentTarget);
                  }}
                >
                  <Icon name={by < 0 ? 'up' : 'down'} />
                </button>
              ))}
            </div>
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3">
                <Link
                  className="link inline-flex min-h-11 items-center text-lg wrap-anywhere"
                  href={`~${paths.sellerTiers(tier.id)}`}
                >
                  {tier.name}
                </Link>
                <StateMark strong={tier.state === 'public'}>{TIER_STATE_TEXTS[tier.state]}</StateMark>
              </p>
              <p className="text-ink-2">
                {priceText(tier.monthlyCents)} a month
                {tier.annualCents !== null && `, ${priceText(tier.annualCents)} a year`}
                {' · '}
                {membersText(tier)}
              </p>
              <TierStateActions tier={tier} answer={answer} refetch={refetch} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function membersText(tier: Tier): string {
  const members = counted(tier.members, 'member');
  const left = seatsLeft(tier);
  return left === null ? members : `${members}, ${left} of ${tier.seats} seats free`;
}
