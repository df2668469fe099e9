/**
 * The roles of people who run the marketplace. A superuser gives them; the server checks every deed. A moderator looks
 * after what people show and write; an operator may do everything, also what moves money or changes settings.
 */
export const ROLES = ['operator', 'moderator'] as const;
export type Role = (typeof ROLES)[number];

interface DeedRule {
  by: readonly Role[];
  /** Whether it is done before the second factor was entered in this session; nothing else at the desk is. */
  beforeFactor?: true;
}

const read = (...by: Role[]): DeedRule => ({ by });
const change = (...by: Role[]): DeedRule => ({ by });
const beforeFactor = (...by: Role[]): DeedRule => ({ by, beforeFactor: true });

/** What can be done at the operator desk, and by whom. */
export const DEEDS = {
  'factor.enter': beforeFactor('operator', 'moderator'),
  // What somebody looks at is their own again, also where the factor is over by then.
  'look.end': beforeFactor('operator', 'moderator'),
  'factor.renew': change('operator', 'moderator'),
  'access.restore': change('operator'),
  'audit.read': read('operator', 'moderator'),
  'figures.read': read('operator'),
  'health.read': read('operator'),
  'letter.retry': change('operator'),
  'letter.close': change('operator'),
  'queue.read': read('operator', 'moderator'),
  'transparency.read': read('operator', 'moderator'),
  'case.record': change('operator', 'moderator'),
  'case.decide': change('operator', 'moderator'),
  'case.refund': change('operator'),
  'match.decide': change('operator', 'moderator'),
  'reason.change': change('operator', 'moderator'),
  'people.read': read('operator', 'moderator'),
  'people.addresses': read('operator'),
  'person.suspend': change('operator', 'moderator'),
  'person.end-sessions': change('operator'),
  'person.look': change('operator'),
  'mail.resend': change('operator'),
  'stores.read': read('operator', 'moderator'),
  'store.suspend': change('operator', 'moderator'),
  'store.verify': change('operator'),
  'store.commission': change('operator'),
  'store.mails': change('operator', 'moderator'),
  'products.read': read('operator', 'moderator'),
  'product.suspend': change('operator', 'moderator'),
  'product.review': change('operator', 'moderator'),
  'orders.read': read('operator'),
  'order.refund': change('operator'),
  'dispute.answer': change('operator'),
  'categories.read': read('operator'),
  'categories.change': change('operator'),
  'searches.read': read('operator'),
  'searches.change': change('operator'),
  'settings.read': read('operator'),
  'settings.change': change('operator'),
  'words.read': read('operator', 'moderator'),
  'words.change': change('operator', 'moderator'),
  'texts.read': read('operator'),
  'texts.publish': change('operator'),
  'mailing.read': read('operator'),
  'mailing.change': change('operator'),
} as const satisfies Record<string, DeedRule>;

export type Deed = keyof typeof DEEDS;

export const ROLE_NAMES: Record<Role, string> = { operator: 'Operator', moderator: 'Moderator' };

/** What somebody without a role is told: the same as about an address that does not exist. */
export const NO_ROLE_TEXT = 'There is nothing here.';

/** Why this role may not do this, or null. @param role null for people without one. */
export function deskRefusal(role: Role | null, deed: Deed): string | null {
  if (role === null) return NO_ROLE_TEXT;
  const rule: DeedRule = DEEDS[deed];
  return rule.by.includes(role) ? null : 'Only an operator may do this.';
}

/** Whether a deed needs the second factor in this session: all do, to read as well, but entering it. */
export function deedNeedsFactor(deed: Deed): boolean {
  const rule: DeedRule = DEEDS[deed];
  return rule.beforeFactor !== true;
}

/**
 * The refusal of a deed for want of the second factor, with code FORBIDDEN. The desk knows it by this text, asks for the
 * code and repeats the deed.
 */
export const SECOND_FACTOR_TEXT = 'Enter the code of your authenticator app first.';
