import { paths } from '../../../src/paths.ts';
import { everyone, type Outcome } from '../answers.ts';
import type { PagePolicy } from './page-policies.ts';

const same = (at: PagePolicy['at'], outcome: Outcome): PagePolicy => ({ at, answers: everyone(outcome) });

/** Pages that links in mails lead to, without signing in. */
export const MAILED_PAGES: Record<string, PagePolicy[]> = {
  'cancel-membership/index.astro': [same(() => paths.cancelMembership(), 200)],
  'cancel-membership/[token].astro': [
    same(() => paths.cancelLink('none'), 404),
    same(() => paths.cancelLink(`member-${'a'.repeat(15)}-zzzzzz-${'a'.repeat(43)}`), 404),
  ],
  'gift/[token].astro': [
    same(({ giftToken }) => paths.gift(giftToken), 200),
    same(() => paths.gift('x'.repeat(32)), 404),
  ],
  'report/object/[token].astro': [
    same(() => paths.objectToDecision('none'), 404),
    same(() => paths.objectToDecision(`${'a'.repeat(15)}-zzzzzz-${'a'.repeat(43)}`), 404),
  ],
  'mail-off/[mail].astro': [
    same(({ saleMail }) => paths.mailOff(saleMail), 200),
    same(() => paths.mailOff('a'.repeat(15)), 404),
  ],
};
