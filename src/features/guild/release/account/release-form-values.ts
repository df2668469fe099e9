import type { Release, ReleaseDraft } from '../../../../domain/guild/release.ts';
import type { Instant } from '../../../../domain/kernel/instant.ts';
import { dollarsText, parseCents } from '../../../../domain/kernel/money.ts';
import { monthAfter, monthOf } from '../../../../domain/kernel/month.ts';
import { instantAtWallClock, wallClockAt } from '../../../../domain/kernel/wall-clock.ts';

/** A release as it stands in the fields of a form: texts, not yet read. */
export interface ReleaseFormValues {
  title: string;
  month: string;
  description: string;
  productIds: string[];
  tierIds: string[];
  publishAt: string;
  back: string;
}

/** A release laid out into the fields; a new one is for the coming month. */
export function releaseFormValues(release: Release | null, timeZone: string, now: Instant): ReleaseFormValues {
  if (!release)
    return {
      title: '',
      month: monthAfter(monthOf(now), 1),
      description: '',
      productIds: [],
      tierIds: [],
      publishAt: '',
      back: '',
    };
  return {
    title: release.title,
    month: release.month,
    description: release.description,
    productIds: release.productIds,
    tierIds: release.tierIds,
    publishAt: release.publishAt === null ? '' : wallClockAt(release.publishAt, timeZone),
    back: release.backCents === null ? '' : dollarsText(release.backCents),
  };
}

/**
 * What the fields say. What cannot be read is NaN, which the rules refuse at its field; it must not be sent.
 * @param before the release as it is kept: a moment that was not touched stays as exact as it was.
 */
export function releaseDraft(typed: ReleaseFormValues, timeZone: string, before: Release | null): ReleaseDraft {
  const untouched = before && releaseFormValues(before, timeZone, 0).publishAt === typed.publishAt;
  const publishAt =
    typed.publishAt === '' ? null : (instantAtWallClock(typed.publishAt, timeZone) ?? Number.NaN);
  return {
    title: typed.title.trim(),
    month: typed.month,
    description: typed.description,
    productIds: typed.productIds,
    tierIds: typed.tierIds,
    publishAt: untouched ? before.publishAt : publishAt,
    backCents: typed.back.trim() === '' ? null : (parseCents(typed.back) ?? Number.NaN),
  };
}
