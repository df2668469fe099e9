import type PocketBase from 'pocketbase';
import { addClaimLink } from '../../data/library/access-claims.ts';
import {
  addProductToGroup,
  personOfGroup,
  productsOfGroup,
  productToDeliver,
  removeProductFromGroup,
} from '../../data/library/access-groups.ts';
import {
  countChecked,
  importOfGroup,
  saveCheckedList,
  startImport,
  undoImport,
} from '../../data/library/access-imports.ts';
import { deliveryStanding } from '../../data/library/delivery-standing.ts';
import type { OwnStore } from '../../domain/catalogue/store.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  ACCESS_GROUP_LIMITS,
  type AccessGroup,
  GROUP_PRODUCT_REFUSAL_TEXTS,
  groupProductRefusal,
  LINKS_PER_PERSON,
  REMIND_REFUSAL_TEXTS,
  remindRefusal,
} from '../../domain/library/access-group.ts';
import {
  type ImportCheck,
  peopleOf,
  UNDO_REFUSAL_TEXTS,
  undoRefusal,
} from '../../domain/library/access-import.ts';
import {
  DELIVERY_MAIL_REFUSAL_TEXTS,
  deliveryMailRefusal,
  deliveryMailsNote,
} from '../../domain/library/delivery-mails.ts';
import { addressedRefusalText } from '../../domain/notifications/addressed-mail.ts';
import { paths } from '../../paths.ts';
import { NO_HOLD, type ReviewHold } from '../catalogue/review-hold.ts';
import { type DeliveryParts, newClaimToken } from './access-claims.ts';
import { resendInvitation, resendInvitations } from './access-imports.ts';

/** Use cases of a seller's access groups. */

/** Why a use case was refused. `isUnknown` says that its subject does not exist. */
export interface GroupRefusal {
  isUnknown: boolean;
  sentence: string;
}
const unknown = (sentence: string): GroupRefusal => ({ isUnknown: true, sentence });
const refused = (sentence: string): GroupRefusal => ({ isUnknown: false, sentence });

const NO_PERSON = 'There is no such person in this group.';
const PROBLEMS_SHOWN = 100;
const BEGIN_REFUSAL_TEXTS = {
  unknown: 'This list has expired. Choose the file again.',
  busy: 'Another import of this group is running. Wait until it is done.',
  full: `A group has at most ${ACCESS_GROUP_LIMITS.people} people. Create a second one.`,
} as const;

interface OwnGroup {
  store: OwnStore;
  group: AccessGroup;
}

/**
 * Sets the models that a group delivers. People who have claimed get new ones from the delivery job and keep removed ones.
 * @returns the number of added models, or why nothing changed.
 */
export async function setProductsOfGroup(
  pb: PocketBase,
  { store, group }: OwnGroup,
  productIds: readonly string[],
  now: Instant,
  hold: ReviewHold = NO_HOLD,
): Promise<{ added: number } | { refusal: GroupRefusal }> {
  const wanted = new Set(productIds);
  const before = new Set((await productsOfGroup(pb, group.id)).map(({ id }) => id));
  const added = [...wanted].filter((id) => !before.has(id));
  for (const id of added) {
    const product = await productToDeliver(pb, store.id, id);
    if (!product) return { refusal: unknown('There is no such model.') };
    const refusal = groupProductRefusal(group, product);
    if (refusal) return { refusal: refused(`${product.name}: ${GROUP_PRODUCT_REFUSAL_TEXTS[refusal]}`) };
  }
  const held = await hold(added);
  if (held !== null) return { refusal: refused(held) };
  for (const id of before) if (!wanted.has(id)) await removeProductFromGroup(pb, group.id, id);
  for (const id of added) await addProductToGroup(pb, group.id, id, now);
  return { added: added.length };
}

/** Why a store mails nobody about its deliveries now, or null. */
async function mailRefusal(pb: PocketBase, storeId: string, now: Instant): Promise<GroupRefusal | null> {
  const refusal = deliveryMailRefusal(await deliveryStanding(pb, storeId, now), now);
  return refusal && refused(DELIVERY_MAIL_REFUSAL_TEXTS[refusal]);
}

/** Mails one person of a group a new link. */
export async function remindPerson(
  parts: DeliveryParts,
  { store, group }: OwnGroup,
  personId: string,
  now: Instant,
): Promise<{ email: string } | { refusal: GroupRefusal }> {
  const person = await personOfGroup(parts.pb, group.id, personId);
  if (!person) return { refusal: unknown(NO_PERSON) };
  const refusal = remindRefusal(person, store.state, now);
  if (refusal) return { refusal: refused(REMIND_REFUSAL_TEXTS[refusal]) };
  const held = await mailRefusal(parts.pb, store.id, now);
  if (held) return { refusal: held };
  const notMailed = await resendInvitation(parts, group.id, person);
  if (notMailed === 'elsewhere') return { refusal: refused(REMIND_REFUSAL_TEXTS['too-soon']) };
  if (notMailed) return { refusal: refused(addressedRefusalText('access', notMailed)) };
  parts.mailQueued();
  return { email: person.email };
}

/** Mails new links to the next people of a group who have not claimed; the caller repeats it until none is left. */
export async function remindPeople(
  parts: DeliveryParts,
  { store, group }: OwnGroup,
): Promise<{ mailed: number; left: number } | { refusal: GroupRefusal }> {
  if (store.state === 'suspended') return { refusal: refused(REMIND_REFUSAL_TEXTS['store-suspended']) };
  const held = await mailRefusal(parts.pb, store.id, parts.now());
  return held ? { refusal: held } : resendInvitations(parts, group.id);
}

/** A new link for one person, for the seller to send. Earlier links stay valid. */
export async function linkForPerson(
  { pb, siteUrl }: Pick<DeliveryParts, 'pb' | 'siteUrl'>,
  group: AccessGroup,
  personId: string,
  now: Instant,
): Promise<{ url: string } | { refusal: GroupRefusal }> {
  const person = await personOfGroup(pb, group.id, personId);
  if (!person) return { refusal: unknown(NO_PERSON) };
  if (person.state !== 'invited') return { refusal: refused(REMIND_REFUSAL_TEXTS[person.state]) };
  const { token, tokenHash } = newClaimToken();
  if (await addClaimLink(pb, person.id, tokenHash, now)) return { url: siteUrl + paths.claim(token) };
  return {
    refusal: refused(`This person has ${LINKS_PER_PERSON} links already; use one of them.`),
  };
}

/** Why no people can be added to a group now, or null. */
function closedTo({ store, group }: OwnGroup): GroupRefusal | null {
  if (group.state === 'closed') return refused('The group is closed. Reopen it to add people.');
  return store.state === 'suspended' ? refused(REMIND_REFUSAL_TEXTS['store-suspended']) : null;
}

/** Checks a list of people and returns a preview. Nothing is added or mailed until the import is started. */
export async function checkList(
  pb: PocketBase,
  own: OwnGroup,
  { fileName, rows }: { fileName: string; rows: Parameters<typeof peopleOf>[0] },
  now: Instant,
): Promise<ImportCheck | { refusal: GroupRefusal }> {
  const refusal = closedTo(own);
  if (refusal) return { refusal };
  const { people, problems, repeated } = peopleOf(rows);
  const importId = await saveCheckedList(pb, { groupId: own.group.id, fileName, people }, now);
  const counts = await countChecked(pb, importId);
  if (!counts)
    return {
      refusal: refused('Another list was checked for this group at the same moment. Try again.'),
    };
  const { there, owning } = counts;
  const fresh = people.length - there;
  return {
    importId,
    fresh,
    mails: deliveryMailsNote(await deliveryStanding(pb, own.store.id, now), fresh, now),
    there,
    owning,
    repeated,
    problems: problems.slice(0, PROBLEMS_SHOWN),
    problemCount: problems.length,
  };
}

/** Starts a checked import; the delivery job processes it. `campaign` is the id of imports that are started together. */
export async function startCheckedImport(
  pb: PocketBase,
  own: OwnGroup,
  importId: string,
  now: Instant,
  campaign = '',
): Promise<GroupRefusal | null> {
  const closed = closedTo(own);
  if (closed) return closed;
  const refusal = await startImport(pb, own.group.id, importId, now, campaign);
  return refusal && { isUnknown: refusal === 'unknown', sentence: BEGIN_REFUSAL_TEXTS[refusal] };
}

/** Undoes an import: removes the people it added who have not claimed. */
export async function undoGroupImport(
  pb: PocketBase,
  group: AccessGroup,
  importId: string,
  now: Instant,
): Promise<GroupRefusal | null> {
  const known = await importOfGroup(pb, group.id, importId);
  const refusal = known ? undoRefusal(known, now) : 'unknown';
  if (refusal === null && (await undoImport(pb, group.id, importId, now))) return null;
  return { isUnknown: refusal === 'unknown', sentence: UNDO_REFUSAL_TEXTS[refusal ?? 'undone'] };
}
