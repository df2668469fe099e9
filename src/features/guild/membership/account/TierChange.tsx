import { actions } from 'astro:actions';
import { useState } from 'react';
import { TIER_CHANGE_REFUSAL_TEXTS } from '../../../../domain/guild/member.ts';
import {
  type MembershipView,
  rhythmText,
  type TierChoice,
} from '../../../../domain/guild/membership-view.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

type Offer = ActionAnswer<typeof actions.memberships.tierOffer>;

/** Changes the tier; shows the exact charge first. */
export function TierChange({ view, onChanged }: { view: MembershipView; onChanged: () => void }) {
  const { busy, mutate } = useMutation();
  const [offer, setOffer] = useState<{ tier: TierChoice; offer: Offer } | null>(null);
  if (view.tiers.length === 0) return null;
  const { guildId } = view;
  const showOffer = (tier: TierChoice) =>
    void mutate(
      () => actions.memberships.tierOffer({ guildId, tierId: tier.id }),
      null,
      (found) => setOffer({ tier, offer: found }),
    );
  const change = ({ tier, offer: shown }: { tier: TierChoice; offer: Offer }) => {
    const { when, chargeCents, countedAt, priceCents } = shown;
    setOffer(null);
    void mutate(
      () =>
        actions.memberships.changeTier({
          guildId,
          tierId: tier.id,
          when,
          chargeCents,
          countedAt,
          priceCents,
        }),
      when === 'at-once' ? `You are in ${tier.name}.` : `You move to ${tier.name} with the next payment.`,
      onChanged,
    );
  };
  return (
    <Section
      title="Change your tier"
      intro="An upgrade happens at once: you pay the difference for the rest of your paid time. A downgrade happens with the next payment."
    >
      <ul className="divide-y divide-line">
        {view.tiers.map((tier) => (
          <li key={tier.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0">
              <span className="block font-semibold wrap-break-word">{tier.name}</span>
              <span className="text-sm text-ink-2">{rhythmText(tier.priceCents, view.member.billing)}</span>
            </span>
            {tier.refusal === null ? (
              <button
                type="button"
                className="btn btn-quiet btn-small"
                aria-busy={busy}
                onClick={() => showOffer(tier)}
              >
                {tier.way === 'at-once' ? 'Upgrade' : 'Downgrade'}
                <span className="sr-only"> to {tier.name}</span>
              </button>
            ) : (
              <span className="max-w-[24ch] text-sm text-ink-3">
                {TIER_CHANGE_REFUSAL_TEXTS[tier.refusal]}
              </span>
            )}
          </li>
        ))}
      </ul>
      {offer && (
        <div className="notice grid gap-3" role="status">
          <p>{offerText(offer.tier, offer.offer, view)}</p>
          <p className="flex flex-wrap gap-3">
            <button type="button" className="btn btn-small" aria-busy={busy} onClick={() => change(offer)}>
              {offer.offer.when === 'at-once'
                ? `Pay ${moneyText(offer.offer.chargeCents)} and change`
                : `Change with the next payment`}
            </button>
            <button type="button" className="btn btn-quiet btn-small" onClick={() => setOffer(null)}>
              Stay in {view.tierName}
            </button>
          </p>
        </div>
      )}
    </Section>
  );
}

function offerText(tier: TierChoice, { when, chargeCents, priceCents, nextAt }: Offer, view: MembershipView) {
  const price = rhythmText(priceCents, view.member.billing);
  const next = nextAt === null ? 'with the next payment' : `from ${dayText(nextAt)} on`;
  return when === 'at-once'
    ? `You are charged ${moneyText(chargeCents)} now and are in ${tier.name} at once, with everything this month includes for it. ${capital(next)} it is ${price}.`
    : `Nothing is charged now. You stay in ${view.tierName} until your paid time ends; ${next} you are in ${tier.name} for ${price}. What you received stays yours.`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
