import type { actions } from 'astro:actions';
import type { Release } from '../../../../domain/guild/release.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { momentText } from '../../../../domain/kernel/wall-clock.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { ownTimeZone } from '../../../../ui/time-zone.ts';

/** A tier as release and bundle forms need it. */
export type TierName = ActionAnswer<typeof actions.releases.mine>['tiers'][number];

/** When a release is or was published, and how many members have it. */
export function whenText(release: Release): string {
  const zone = ownTimeZone();
  if (release.publishedAt !== null) {
    const got = counted(release.reached, 'member has it', 'members have it');
    return `Published ${momentText(release.publishedAt, zone)}; ${got}.`;
  }
  if (release.publishAt === null) return 'No date set yet.';
  return `${release.state === 'scheduled' ? 'Scheduled for' : 'Planned for'} ${momentText(release.publishAt, zone)}.`;
}
