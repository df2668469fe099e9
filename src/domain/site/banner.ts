import { cleanLine } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';
import { readFields, type SettingGroup } from '../kernel/setting-group.ts';

/** A line above every page, such as about an outage or a sale. */
export interface Banner {
  /** "" shows no banner. */
  text: string;
  /** Where it leads: a path of the site or an address with https; "" for nowhere. */
  link: string;
  tone: BannerTone;
  from: Instant | null;
  to: Instant | null;
}

export const BANNER_TONES = ['notice', 'offer', 'warning'] as const;
export type BannerTone = (typeof BANNER_TONES)[number];
export const BANNER_MAX = 160;

export const BANNER: SettingGroup<Banner> = {
  name: 'banner',
  fallback: { text: '', link: '', tone: 'notice', from: null, to: null },
  check(value) {
    const fields = readFields(value);
    const banner: Banner = {
      text: fields.text('text', '', BANNER_MAX, cleanLine),
      link: fields.text('link', '', 500, (text) => text.trim()),
      tone: fields.choice('tone', 'notice', BANNER_TONES),
      from: fields.moment('from', null),
      to: fields.moment('to', null),
    };
    if (banner.link !== '' && !isSafeLink(banner.link))
      fields.refuse(
        'link',
        'Use a path of this site, such as /search, or an address that begins with https://.',
      );
    if (banner.from !== null && banner.to !== null && banner.to <= banner.from)
      fields.refuse('to', 'The end must be after the start.');
    return fields.checked(banner);
  },
};

/** The banner that stands on pages at this moment, or null. */
export function bannerAt(banner: Banner, now: Instant): Banner | null {
  return banner.text !== '' && isWithin(banner, now) ? banner : null;
}

/** Whether a moment is between two dates, of which each may be open. The end is not included. */
export function isWithin({ from, to }: { from: Instant | null; to: Instant | null }, now: Instant): boolean {
  return (from === null || from <= now) && (to === null || now < to);
}

function isSafeLink(link: string): boolean {
  if (/[\s\\"'<>]/.test(link)) return false;
  return /^\/(?!\/)/.test(link) || /^https:\/\/[a-z0-9.-]+(:\d+)?(\/|$|\?)/i.test(link);
}
