import type { Picture } from '../../../../domain/catalogue/product.ts';
import { joinPriceCents, seatsLeft, type TierDraft } from '../../../../domain/guild/tier.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import { paths } from '../../../../paths.ts';

interface Props {
  tier: TierDraft;
  id: string | null;
  image: Picture | null;
  members: number;
}

/** A preview of the public tier card, drawn from the form values. */
export function TierCard({ tier, id, image, members }: Props) {
  const readable = Number.isSafeInteger(tier.monthlyCents);
  const bird = tier.earlyBird;
  const birdIsReadable = !bird || (Number.isInteger(bird.percent) && !Number.isNaN(bird.until));
  const now = readable && birdIsReadable ? joinPriceCents({ ...tier, members }, 'monthly', Date.now()) : null;
  const left =
    tier.seats === null || Number.isNaN(tier.seats) ? null : seatsLeft({ seats: tier.seats, members });
  return (
    <div className="card grid gap-3 overflow-hidden p-5">
      {id && image && (
        <img
          src={paths.picture('guild_tiers', id, image.file, 480)}
          alt={image.alt}
          className="aspect-[4/3] w-full rounded-xl object-cover"
        />
      )}
      <p className="font-display text-2xl wrap-anywhere">{tier.name || 'Name of the tier'}</p>
      <p>
        <span className="text-xl font-semibold">
          {readable ? priceText(now ?? tier.monthlyCents) : '$ …'}
        </span>{' '}
        a month
        {now !== null && now < tier.monthlyCents && (
          <s className="ml-2 text-ink-3">{priceText(tier.monthlyCents)}</s>
        )}
        {tier.annualCents !== null && Number.isSafeInteger(tier.annualCents) && (
          <span className="block text-ink-2">or {priceText(tier.annualCents)} a year</span>
        )}
      </p>
      {tier.trialDays > 0 && (
        <p className="text-sm font-semibold text-verdigris">
          The first {tier.trialDays} days are free for new members. Models come with the first payment.
        </p>
      )}
      {tier.description && (
        <p className="line-clamp-6 whitespace-pre-line text-ink-2 wrap-anywhere">{tier.description}</p>
      )}
      {tier.benefits.length > 0 && (
        <ul className="list-disc pl-5">
          {tier.benefits.map((benefit) => (
            <li key={benefit} className="wrap-anywhere">
              {benefit}
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-ink-2">
        {tier.licence === 'merchant' ? 'Merchant licence: prints may be sold.' : 'Personal licence.'}
        {tier.includesLower && ' Includes the tiers below.'}
        {left !== null && ` ${left} of ${tier.seats} seats left.`}
      </p>
    </div>
  );
}
