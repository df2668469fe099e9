import type { Tier, TierDraft } from '../../../../domain/guild/tier.ts';
import { dollarsText, parseCents } from '../../../../domain/kernel/money.ts';
import { instantAtWallClock, wallClockAt } from '../../../../domain/kernel/wall-clock.ts';

/** A tier as it stands in the fields of a form: texts, not yet read. */
export interface TierFormValues {
  name: string;
  description: string;
  monthly: string;
  annual: string;
  seats: string;
  benefits: string;
  licence: Tier['licence'];
  includesLower: boolean;
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
  hasEarlyBird: false,
  birdPercent: '20',
  birdUntil: '',
  birdSeats: '',
};

/** A tier laid out into the fields. */
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
    hasEarlyBird: earlyBird !== null,
    birdPercent: String(earlyBird?.percent ?? 20),
    birdUntil: earlyBird?.until == null ? '' : wallClockAt(earlyBird.until, timeZone),
    birdSeats: earlyBird?.seats == null ? '' : String(earlyBird.seats),
  };
}

const whole = (typed: string) => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : Number.NaN);
const orNull = <T>(typed: string, read: (typed: string) => T) => (typed.trim() === '' ? null : read(typed));

/** What the fields say. What cannot be read is NaN, which the rules refuse at its field; it must not be sent. */
export function tierDraft(typed: TierFormValues, timeZone: string): TierDraft {
  const cents = (text: string) => parseCents(text) ?? Number.NaN;
  return {
    name: typed.name.trim(),
    description: typed.description,
    monthlyCents: cents(typed.monthly),
    annualCents: orNull(typed.annual, cents),
    seats: orNull(typed.seats, whole),
    benefits: typed.benefits
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    licence: typed.licence,
    includesLower: typed.includesLower,
    earlyBird: typed.hasEarlyBird
      ? {
          percent: whole(typed.birdPercent),
          until: orNull(typed.birdUntil, (text) => instantAtWallClock(text, timeZone) ?? Number.NaN),
          seats: orNull(typed.birdSeats, whole),
        }
      : null,
  };
}
