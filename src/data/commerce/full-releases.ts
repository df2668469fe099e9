import type PocketBase from 'pocketbase';
import { type FullRelease, isSoldAsFullRelease } from '../../domain/commerce/full-release.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { monthOf } from '../../domain/kernel/month.ts';
import { anyOf, partsOf } from '../kernel/any-of.ts';
import { instantOf, orAbsent } from '../kernel/fields.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { ReleaseProductsRecord, ReleasesRecord } from '../kernel/records.ts';

/** The full releases that contain one of these products, each with all of its products. */
export async function fullReleasesWith(
  pb: PocketBase,
  productIds: readonly string[],
  now: Instant,
): Promise<FullRelease[]> {
  const found = new Map<string, ReleasesRecord>();
  for (const part of partsOf(productIds.filter(isRecordId))) {
    const rows = await pb
      .collection('release_products')
      .getFullList<ReleaseProductsRecord & { expand?: { release?: ReleasesRecord } }>({
        filter: pb.filter(
          `${anyOf(pb, 'product', part)} && release.backCents > 0 && release.state = 'published' && release.month < {:month}`,
          { month: monthOf(now) },
        ),
        expand: 'release',
      });
    for (const { expand } of rows) if (expand?.release) found.set(expand.release.id, expand.release);
  }
  const all: ReleaseProductsRecord[] = [];
  for (const part of partsOf(found.keys()))
    all.push(
      ...(await pb
        .collection('release_products')
        .getFullList<ReleaseProductsRecord>({ filter: anyOf(pb, 'release', part) })),
    );
  return [...found.values()].flatMap((record) => {
    const { id, title, month } = record;
    const backCents = orAbsent(record.backCents);
    const state = record.state === '' ? 'draft' : record.state;
    const isSold = isSoldAsFullRelease(
      { state, publishedAt: instantOf(record.publishedAt), month, backCents },
      now,
    );
    if (!isSold || backCents === null) return [];
    const own = all.filter(({ release }) => release === id).map(({ product }) => product);
    return [{ id, title, cents: backCents, productIds: own }];
  });
}
