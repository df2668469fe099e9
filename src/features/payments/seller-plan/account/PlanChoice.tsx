import { actions } from 'astro:actions';
import { useState } from 'react';
import { fileSizeText as sizeText } from '../../../../domain/kernel/file-size.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { PRICE_TAX_TEXTS } from '../../../../domain/payments/price-tax.ts';
import {
  PLAN_RHYTHMS,
  type PlanRhythm,
  type PlanView,
  RHYTHM_TEXTS,
  type SwitchOffer,
} from '../../../../domain/payments/seller-plan.ts';
import { Section } from '../../../../ui/Form.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

const NAMES: Record<PlanRhythm, string> = { monthly: 'Monthly', annual: 'Annual' };

/** Pro by month or by year: to subscribe, or to switch the rhythm. */
export function PlanChoice({ view, onChanged }: { view: PlanView; onChanged: () => void }) {
  const { plan, prices, percents, storage } = view;
  const { busy, mutate } = useMutation();
  const [offer, setOffer] = useState<(SwitchOffer & { rhythm: PlanRhythm }) | null>(null);
  if (plan.state === 'past-due' || plan.state === 'ending') return null;
  const isPro = plan.state === 'active';
  const savedCents = prices.monthly * 12 - prices.annual;
  const subscribe = (rhythm: PlanRhythm) =>
    void mutate(
      () => actions.sellerPlans.start({ rhythm }),
      null,
      ({ url }) => location.assign(url),
    );
  const showOffer = (rhythm: PlanRhythm) =>
    void mutate(
      () => actions.sellerPlans.switchOffer({ rhythm }),
      null,
      (found) => setOffer({ ...found, rhythm }),
    );
  return (
    <Section
      title={isPro ? 'Billing period' : 'Go Pro'}
      intro={`${percents.pro}% instead of ${percents.free}% of each sale, and ${sizeText(storage.pro)} of storage instead of ${sizeText(storage.free)}.`}
    >
      <ul className="grid gap-3 sm:grid-cols-2">
        {PLAN_RHYTHMS.map((rhythm) => {
          const isOwn = isPro && plan.rhythm === rhythm;
          return (
            <li key={rhythm} className="flex flex-col gap-2 rounded-xl border border-line p-4">
              <h3 className="text-base font-semibold">{NAMES[rhythm]}</h3>
              <p>
                <span className="font-display text-2xl tabular-nums">
                  {moneyText(isOwn ? plan.priceCents : prices[rhythm])}
                </span>{' '}
                {RHYTHM_TEXTS[rhythm]}
                {rhythm === 'annual' && savedCents > 0 && (
                  <span className="block text-sm text-ink-2">{moneyText(savedCents)} less than monthly</span>
                )}
              </p>
              {isOwn ? (
                <p className="flex items-center gap-2 text-ink-2">
                  <Icon name="check" />
                  Your plan
                </p>
              ) : (
                <button
                  type="button"
                  className="btn btn-small mt-auto"
                  aria-busy={busy}
                  onClick={() => (isPro ? showOffer(rhythm) : subscribe(rhythm))}
                >
                  {isPro ? `Pay ${RHYTHM_TEXTS[rhythm]}` : `Go Pro, paid ${RHYTHM_TEXTS[rhythm]}`}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {PRICE_TAX_TEXTS[view.priceTax] !== null && (
        <p className="text-sm text-ink-2">{PRICE_TAX_TEXTS[view.priceTax]}</p>
      )}
      {offer && (
        <div className="notice grid gap-3" role="status">
          <p>{offerText(offer)}</p>
          <p className="flex flex-wrap gap-3">
            <button
              type="button"
              className="btn btn-small"
              aria-busy={busy}
              onClick={() => {
                const { rhythm, when, chargeCents, priceCents, countedAt } = offer;
                setOffer(null);
                void mutate(
                  () => actions.sellerPlans.switch({ rhythm, when, chargeCents, priceCents, countedAt }),
                  'Changed.',
                  onChanged,
                );
              }}
            >
              {offer.when === 'now' ? `Pay ${moneyText(offer.chargeCents)} and change` : 'Change'}
            </button>
            <button type="button" className="btn btn-quiet btn-small" onClick={() => setOffer(null)}>
              Don’t change
            </button>
          </p>
        </div>
      )}
    </Section>
  );
}

function offerText({ when, chargeCents, priceCents, nextAt, rhythm }: SwitchOffer & { rhythm: PlanRhythm }) {
  const price = `${moneyText(priceCents)} ${RHYTHM_TEXTS[rhythm]}`;
  return when === 'now'
    ? `You are charged ${moneyText(chargeCents)} now: the first year, less the unused part of what you already paid. From then on you pay ${price}.`
    : `Nothing is charged now. What you paid lasts until ${nextAt === null ? 'its end' : dayText(nextAt)}; from then on you pay ${price}.`;
}
