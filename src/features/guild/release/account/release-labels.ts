import type { actions } from 'astro:actions';
import type { Release } from '../../../../domain/guild/release.ts';
import { momentText } from '../../../../domain/kernel/wall-clock.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { ownTimeZone } from '../../../../ui/time-zone.ts';

/** A tier as the lists beside releases and bundles need it. */
export type TierName = ActionAnswer<typeof actions.releases.mine>['tiers'][number];

/** When it comes or came, and how many have it. */
export function whenText(release: Release): string {
  const zone = ownTimeZone();
  if (release.publishedAt !== null) {
    const got = release.reached === 1 ? '1 member has it' : `${release.reached} members have it`;
    return `Published ${momentText(release.publishedAt, zone)}; ${got}.`;
  }
  if (release.publishAt === null) return 'No moment is set yet.';
  return `${release.state === 'scheduled' ? 'Comes' : 'Meant for'} ${momentText(release.publishAt, zone)}.`;
}
