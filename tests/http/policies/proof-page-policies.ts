import { paths } from '../../../src/paths.ts';
import { everyone, type Outcome } from '../answers.ts';
import type { PagePolicy } from './page-policies.ts';
import { POST_PAGES } from './post-page-policies.ts';

const same = (at: PagePolicy['at'], outcome: Outcome): PagePolicy => ({ at, answers: everyone(outcome) });

/** Pages that people show to others by a number or a link, posts, sale weeks, and texts for programs. */
export const PROOF_PAGES: Record<string, PagePolicy[]> = {
  ...POST_PAGES,
  'robots.txt.ts': [same(() => '/robots.txt', 200)],
  '.well-known/change-password.ts': [same(paths.changePassword, `302 ${paths.profile()}`)],
  // The operator of this site has named no address.
  '.well-known/security.txt.ts': [same(paths.securityText, 404)],
  'licence/index.astro': [
    same(() => paths.licenceCheck(), 200),
    same(() => `${paths.licenceCheck()}?number=7K2M-9QXR-4TVW`, 200),
    same(() => `${paths.licenceCheck()}?number=__proto__`, 200),
  ],
  'licence/[number].astro': [
    same(() => paths.merchantLicence('x'.repeat(32)), 404),
    same(() => paths.merchantLicence('7K2M9QXR4TVW'), 404),
  ],
  // Whoever is at the desk gets the model of a match: pages.test.ts.
  'preview/match.ts': [same(() => paths.matchPreview('a'.repeat(15), 'older'), 404)],
  // A week that is announced: e2e/seller/prices.spec.ts.
  'sale/[slug].astro': ['no-such-week', '__proto__'].map((slug) => same(() => paths.saleWeek(slug), 404)),
  'list/[key].astro': [same(() => paths.sharedList('x'.repeat(22)), 404)],
};
