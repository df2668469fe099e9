/**
 * The roles of people who run the marketplace. A superuser gives them; the server checks every deed. A moderator looks
 * after what people show and write; an operator may do everything, also what moves money or changes settings.
 */
export const ROLES = ['operator', 'moderator'] as const;
export type Role = (typeof ROLES)[number];

interface DeedRule {
  by: readonly Role[];
  /** Whether it changes something, and so needs the second factor. */
  changes: boolean;
}

const read = (...by: Role[]): DeedRule => ({ by, changes: false });
const change = (...by: Role[]): DeedRule => ({ by, changes: true });

/** What can be done at the operator desk, and by whom. */
export const DEEDS = {
  'code.request': read('operator', 'moderator'),
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

/** Whether a deed changes something: the first one of a session needs a mailed code. */
export function deedChanges(deed: Deed): boolean {
  return DEEDS[deed].changes;
}

/** How long a mailed code counts as the second factor, in seconds: a working day. Logging out ends it. */
export const SECOND_FACTOR_SECONDS = 12 * 3600;

/**
 * The refusal of a deed for want of the second factor, with code FORBIDDEN. The desk knows it by this text, asks for the
 * code and repeats the deed.
 */
export const SECOND_FACTOR_TEXT = 'Confirm that it is you, with a code that we mail you.';
