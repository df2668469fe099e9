import { withPublished } from '../../data/catalogue/product-drafts.ts';
import { withSentBack } from '../../data/catalogue/product-reviews.ts';
import { productById } from '../../data/catalogue/products.ts';
import {
  type Hideable,
  withDeliveryMails,
  withLifted,
  withSuspended,
  withVerified,
} from '../../data/catalogue/suspensions.ts';
import { deskPersonRow } from '../../data/desk/people.ts';
import { deskStoreRow } from '../../data/desk/stores.ts';
import { withLook } from '../../data/identity/account-looks.ts';
import type { NamedLook } from '../../data/identity/look-cookie.ts';
import { deskTransaction, withDeed } from '../../data/identity/roles.ts';
import { withPersonLifted, withPersonSuspended, withSessionsEnded } from '../../data/identity/suspensions.ts';
import type { Actor } from '../../data/kernel/actor.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import { refusalOf } from '../../data/kernel/refusal.ts';
import type { Transaction } from '../../data/kernel/transaction.ts';
import { withMail, withMailAgain } from '../../data/notifications/mails.ts';
import { accountOfStore, withAgreedCommission } from '../../data/payments/business-accounts.ts';
import { publishRefusals } from '../../domain/catalogue/product.ts';
import { PUBLISH_REFUSAL_TEXTS } from '../../domain/catalogue/product-editing.ts';
import { personSuspensionRefusal } from '../../domain/desk/person.ts';
import { LOOK_MS } from '../../domain/identity/look.ts';
import type { Deed } from '../../domain/identity/role.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { type StaffNews, staffMail } from './staff-mails.ts';

/**
 * Deeds of the marketplace's staff. Each is one transaction: the change, the row in the audit log in the person's name, and
 * the mail with the reason. A deed that was done already changes nothing and mails nothing, so it may be sent twice.
 */

/** The parts of the commerce context that the deeds need. */
export type StaffParts = Pick<CommerceContext, 'pb' | 'siteUrl' | 'siteName' | 'now' | 'mailQueued'>;

/** Null where it is done, also where it was done before; else why not, as a sentence. */
export type DeedOutcome = string | null;

const GONE = 'There is nothing with this id any more.';
const CHANGED = 'It was changed in the meantime. Look at it again.';

interface Written {
  deed: Deed;
  collection: string;
  record: string;
  detail: string;
}

/** Runs a deed with its row in the audit log and its mail. */
async function run(
  parts: StaffParts,
  staff: Actor,
  { deed, collection, record, detail }: Written,
  change: (steps: Transaction, now: Instant) => Transaction,
  mail: { to: string; news: StaffNews } | null,
): Promise<DeedOutcome> {
  const now = parts.now();
  const steps = withDeed(
    change(deskTransaction(parts.pb, staff), now),
    { deed, collection, record, detail },
    now,
  );
  if (mail && mail.to !== '') {
    const occasion = `${mail.news.is}:${record}:${now}`;
    withMail(steps, staffMail(parts, mail.news, { to: mail.to, reason: detail, occasion }), now);
  }
  const refusal = await refusalOf(steps, ['done', 'not-found', 'no-account', 'changed-meanwhile', 'cut']);
  if (refusal === null && mail) parts.mailQueued();
  switch (refusal) {
    case 'not-found':
      return GONE;
    case 'changed-meanwhile':
      return CHANGED;
    case 'cut':
      return 'This mail was sent, and the link in it was removed from our copy then. Whoever sent it can send a new one.';
    case 'no-account':
      return 'This store has no business account yet, so there is nothing to agree on.';
    default:
      return null;
  }
}

/** Suspends a person and ends their sessions, or lifts it. */
export async function suspendPerson(
  parts: StaffParts,
  staff: Actor,
  { personId, suspend, reason }: { personId: string; suspend: boolean; reason: string },
): Promise<DeedOutcome> {
  const person = await deskPersonRow(parts.pb, personId, true);
  if (!person) return GONE;
  const refusal = suspend ? personSuspensionRefusal(staff.id, personId, person.role) : null;
  if (refusal !== null) return refusal;
  return run(
    parts,
    staff,
    { deed: 'person.suspend', collection: 'users', record: personId, detail: reason },
    (steps, now) =>
      suspend ? withPersonSuspended(steps, personId, reason, now) : withPersonLifted(steps, personId, now),
    { to: person.email, news: { is: suspend ? 'person-suspended' : 'person-lifted' } },
  );
}

/** Ends every session of a person; they sign in again. */
export async function endSessions(
  parts: StaffParts,
  staff: Actor,
  { personId, reason }: { personId: string; reason: string },
): Promise<DeedOutcome> {
  return run(
    parts,
    staff,
    { deed: 'person.end-sessions', collection: 'users', record: personId, detail: reason },
    (steps, now) => withSessionsEnded(steps, personId, now),
    null,
  );
}

/** Allows a look at the marketplace as somebody sees it for a while, which they read about. */
export async function beginLook(
  parts: StaffParts,
  staff: Actor,
  { personId, reason }: { personId: string; reason: string },
): Promise<NamedLook | { refusal: string }> {
  const person = await deskPersonRow(parts.pb, personId, false);
  if (!person) return { refusal: GONE };
  const lookId = newRecordId();
  const until = parts.now() + LOOK_MS;
  const refusal = await run(
    parts,
    staff,
    { deed: 'person.look', collection: 'users', record: personId, detail: reason },
    (steps) =>
      withLook(steps, {
        ...{ id: lookId, userId: personId, reason, until },
        ...{ staffId: staff.id, staffName: staff.name },
      }),
    null,
  );
  return refusal === null ? { lookId, userId: personId, username: person.username, until } : { refusal };
}

/** Sends a mail once more. */
export function resendMail(parts: StaffParts, staff: Actor, mailId: string): Promise<DeedOutcome> {
  return run(
    parts,
    staff,
    { deed: 'mail.resend', collection: 'mails', record: mailId, detail: '' },
    (steps, now) => withMailAgain(steps, mailId, now),
    null,
  ).then((refusal) => {
    if (refusal === null) parts.mailQueued();
    return refusal;
  });
}

/** The name of a store or product with its owner's address; null where it is gone. */
async function subjectOf(parts: StaffParts, what: Hideable, id: string) {
  const product = what === 'products' ? await productById(parts.pb, id) : null;
  if (what === 'products' && !product) return null;
  const storeId = product?.store.id ?? id;
  const store = await deskStoreRow(parts.pb, storeId);
  if (!store) return null;
  const owner = await deskPersonRow(parts.pb, store.ownerId, true);
  return { name: product?.name ?? store.name, to: owner?.email ?? '', product };
}

/** Hides a store or a product, or returns it to the state before. */
export async function suspendOffer(
  parts: StaffParts,
  staff: Actor,
  what: Hideable,
  { id, suspend, reason }: { id: string; suspend: boolean; reason: string },
): Promise<DeedOutcome> {
  const subject = await subjectOf(parts, what, id);
  if (!subject) return GONE;
  const { name, to } = subject;
  const verb = suspend ? 'suspended' : 'lifted';
  return run(
    parts,
    staff,
    {
      deed: what === 'stores' ? 'store.suspend' : 'product.suspend',
      collection: what,
      record: id,
      detail: reason,
    },
    (steps, now) =>
      suspend ? withSuspended(steps, what, { id, reason }, now) : withLifted(steps, what, id, now),
    { to, news: what === 'stores' ? { is: `store-${verb}`, name } : { is: `product-${verb}`, name, id } },
  );
}

/** Vouches that the identity of a store's seller was checked, or takes that back. */
export async function verifyStore(
  parts: StaffParts,
  staff: Actor,
  { storeId, isVerified, reason }: { storeId: string; isVerified: boolean; reason: string },
): Promise<DeedOutcome> {
  const subject = await subjectOf(parts, 'stores', storeId);
  if (!subject) return GONE;
  return run(
    parts,
    staff,
    { deed: 'store.verify', collection: 'stores', record: storeId, detail: reason },
    (steps, now) => withVerified(steps, storeId, isVerified, now),
    isVerified ? { to: subject.to, news: { is: 'store-verified', name: subject.name } } : null,
  );
}

/** Agrees a commission with a seller, or returns to their plan's with null. It applies to sales from then on. */
export function agreeCommission(
  parts: StaffParts,
  staff: Actor,
  { storeId, percent }: { storeId: string; percent: number | null },
): Promise<DeedOutcome> {
  const detail = percent === null ? 'The commission of the plan' : `${percent}%`;
  return run(
    parts,
    staff,
    { deed: 'store.commission', collection: 'stores', record: storeId, detail },
    (steps, now) => withAgreedCommission(steps, storeId, percent, now),
    null,
  );
}

/** Stops a store's delivery mails or allows them, and approves how many a day it may send; null returns to the rule. */
export function decideDeliveryMails(
  parts: StaffParts,
  staff: Actor,
  { storeId, isOff, aDay, reason }: { storeId: string; isOff: boolean; aDay: number | null; reason: string },
): Promise<DeedOutcome> {
  const what = isOff ? 'stopped' : aDay === null ? 'by the rule' : `${aDay} a day`;
  return run(
    parts,
    staff,
    { deed: 'store.mails', collection: 'stores', record: storeId, detail: `${what}: ${reason}` },
    (steps, now) => withDeliveryMails(steps, storeId, { isOff, aDay }, now),
    null,
  );
}

/**
 * Publishes a product that waits for review, or sends it back with a reason.
 * @param seen its `updatedAt` as it was looked at: what was changed since is looked at again.
 */
export async function decideReview(
  parts: StaffParts,
  staff: Actor,
  {
    productId,
    seen,
    approve,
    reason,
  }: { productId: string; seen: Instant; approve: boolean; reason: string },
): Promise<DeedOutcome> {
  const subject = await subjectOf(parts, 'products', productId);
  if (!subject?.product) return GONE;
  const { name, to, product } = subject;
  if (product.state !== 'in-review' || product.updatedAt !== seen) return CHANGED;
  if (approve) {
    const account = await accountOfStore(parts.pb, product.store.id);
    const [missing] = publishRefusals(product, account?.account.state ?? 'none');
    if (missing !== undefined)
      return `It cannot be published: ${PUBLISH_REFUSAL_TEXTS[missing]} Send it back with that reason.`;
  }
  return run(
    parts,
    staff,
    {
      deed: 'product.review',
      collection: 'products',
      record: productId,
      detail: approve ? '' : reason,
    },
    (steps, now) =>
      approve ? withPublished(steps, product, now, now) : withSentBack(steps, product, reason, now),
    { to, news: { is: approve ? 'product-approved' : 'product-sent-back', name, id: productId } },
  );
}
