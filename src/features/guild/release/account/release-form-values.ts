import type { Release, ReleaseDraft } from '../../../../domain/guild/release.ts';
import type { Instant } from '../../../../domain/kernel/instant.ts';
import { dollarsText, parseCents } from '../../../../domain/kernel/money.ts';
import { monthAfter, monthOf } from '../../../../domain/kernel/month.ts';
import { instantAtWallClock, wallClockAt } from '../../../../domain/kernel/wall-clock.ts';

/** The form values of a release: unparsed text. */
export interface ReleaseFormValues {
  title: string;
  month: string;
  description: string;
  productIds: string[];
  tierIds: string[];
  publishAt: string;
  back: string;
}

/** The form values of a release; a new one is for next month. */
export function releaseFormValues(
  release: Release | null,
  timeZone: string,
  now: Instant,
): ReleaseFormValues {
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
 * Parses the fields. Values that cannot be parsed are NaN, which the domain rules refuse at the field.
 * @param before the stored release: an unchanged date keeps its exact time.
 */
export function releaseDraft(
  values: ReleaseFormValues,
  timeZone: string,
  before: Release | null,
): ReleaseDraft {
  const untouched = before && releaseFormValues(before, timeZone, 0).publishAt === values.publishAt;
  const publishAt =
    values.publishAt === '' ? null : (instantAtWallClock(values.publishAt, timeZone) ?? Number.NaN);
  return {
    title: values.title.trim(),
    month: values.month,
    description: values.description,
    productIds: values.productIds,
    tierIds: values.tierIds,
    publishAt: untouched ? before.publishAt : publishAt,
    backCents: values.back.trim() === '' ? null : (parseCents(values.back) ?? Number.NaN),
  };
}
