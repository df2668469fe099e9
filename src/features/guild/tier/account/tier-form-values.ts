import type { Tier, TierDraft } from '../../../../domain/guild/tier.ts';
import { dollarsText, parseCents } from '../../../../domain/kernel/money.ts';
import { instantAtWallClock, wallClockAt } from '../../../../domain/kernel/wall-clock.ts';

/** The form values of a tier: unparsed text. */
export interface TierFormValues {
  name: string;
  description: string;
  monthly: string;
  annual: string;
  seats: string;
  benefits: string;
  licence: Tier['licence'];
  includesLower: boolean;
  trialDays: string;
  hasEarlyBird: boolean;
  birdPercent: string;
  birdUntil: string;
  birdSeats: string;
}

export const EMPTY_TIER: TierFormValues = {
  name: '',
  description: '',
  monthly: '',
  annual: '',
  seats: '',
  benefits: '',
  licence: 'personal',
  includesLower: true,
  trialDays: '0',
  hasEarlyBird: false,
  birdPercent: '20',
  birdUntil: '',
  birdSeats: '',
};

/** The form values of a tier. */
export function tierFormValues(tier: TierDraft, timeZone: string): TierFormValues {
  const { earlyBird, seats, annualCents } = tier;
  return {
    name: tier.name,
    description: tier.description,
    monthly: dollarsText(tier.monthlyCents),
    annual: annualCents === null ? '' : dollarsText(annualCents),
    seats: seats === null ? '' : String(seats),
    benefits: tier.benefits.join('\n'),
    licence: tier.licence,
    includesLower: tier.includesLower,
    trialDays: String(tier.trialDays),
    hasEarlyBird: earlyBird !== null,
    birdPercent: String(earlyBird?.percent ?? 20),
    birdUntil: earlyBird?.until == null ? '' : wallClockAt(earlyBird.until, timeZone),
    birdSeats: earlyBird?.seats == null ? '' : String(earlyBird.seats),
  };
}

const whole = (values: string) => (/^\d{1,9}$/.test(values.trim()) ? Number(values) : Number.NaN);
const orNull = <T>(values: string, read: (values: string) => T) =>
  values.trim() === '' ? null : read(values);

/** Parses the fields. Values that cannot be parsed are NaN, which the domain rules refuse at the field. */
export function tierDraft(values: TierFormValues, timeZone: string): TierDraft {
  const cents = (text: string) => parseCents(text) ?? Number.NaN;
  return {
    name: values.name.trim(),
    description: values.description,
    monthlyCents: cents(values.monthly),
    annualCents: orNull(values.annual, cents),
    seats: orNull(values.seats, whole),
    benefits: values.benefits
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    licence: values.licence,
    includesLower: values.includesLower,
    trialDays: Number(values.trialDays),
    earlyBird: values.hasEarlyBird
      ? {
          percent: whole(values.birdPercent),
          until: orNull(values.birdUntil, (text) => instantAtWallClock(text, timeZone) ?? Number.NaN),
          seats: orNull(values.birdSeats, whole),
        }
      : null,
  };
}
