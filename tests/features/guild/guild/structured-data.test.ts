import { describe, expect, it } from 'vitest';
import type { GuildPage } from '../../../../src/features/guild/guild/guild-page.ts';
import { guildData } from '../../../../src/features/guild/guild/structured-data.ts';

const absolute = (path: string) => `https://shop.example${path}`;

/** Only what the data reads of a guild's page. */
function imageOf(cover: GuildPage['guild']['cover'], banner: string | null, logo: string | null): unknown {
  const guild = { id: 'g', name: 'The Circle', tagline: 'Monthly', cover, billings: [] };
  const page = { guild, tiers: [], state: 'live' } as unknown as GuildPage;
  const store = {
    id: 's',
    slug: 'ash',
    name: 'Ash',
    banner: banner ? { file: banner, alt: '' } : null,
    logo,
  };
  return (guildData(page, store, 0, '/brand/share-7.png', absolute) as { image?: unknown }).image;
}

describe('the Product of a guild', () => {
  it('has an image also where the guild has no cover', () => {
    expect(imageOf({ file: 'c.webp', alt: '' }, 'b.webp', 'l.webp')).toMatch(/\/guilds\/g\/.*c\.webp/);
    expect(imageOf(null, 'b.webp', 'l.webp')).toMatch(/\/stores\/s\/.*b\.webp/);
    expect(imageOf(null, null, 'l.webp')).toMatch(/\/stores\/s\/.*l\.webp/);
  });

  it('has the share picture of the site where neither guild nor store has one', () => {
    expect(imageOf(null, null, null)).toBe('https://shop.example/brand/share-7.png');
  });
});
