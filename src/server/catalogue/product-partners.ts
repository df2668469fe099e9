import { ownProductIds } from '../../data/catalogue/product-choices.ts';
import {
  addPartner,
  agreePartner,
  ownersOfStores,
  partnersOfStore,
  removePartner,
} from '../../data/catalogue/product-partners.ts';
import { visibleStore } from '../../data/catalogue/stores.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import {
  askPartnerRefusal,
  PARTNER_LIMITS,
  PARTNER_REFUSAL_TEXTS,
  type PartnerDraft,
  type PartnerRefusal,
  type ProductPartner,
  partnerPartText,
  storeInAddress,
} from '../../domain/catalogue/product-partner.ts';
import type { OwnStore } from '../../domain/catalogue/store.ts';
import type { User } from '../../domain/identity/user.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import { paths } from '../../paths.ts';
import type { PostingLimits } from '../moderation/posting-limits.ts';
import { oneLineName, type Written } from '../notifications/mail-layout.ts';
import { type Notice, type NotifyParts, pushUnreadHint, withNotice } from '../notifications/notifications.ts';

/** Use cases of the two stores of a product with a partner. Each change and its notice are one transaction. */

/** What they need of the app. */
export interface PartnerParts {
  commerce: NotifyParts;
  postingLimits: PostingLimits;
}

type Own = Pick<OwnStore, 'id' | 'name'>;

const FIELDS: Partial<Record<PartnerRefusal, keyof PartnerDraft>> = {
  'no-store': 'address',
  'own-store': 'address',
  taken: 'productId',
};

function refusalText(reason: PartnerRefusal): Refusal {
  const field = FIELDS[reason];
  return { sentence: PARTNER_REFUSAL_TEXTS[reason], ...(field !== undefined && { field }) };
}

/**
 * Asks another store to be the partner of one of the seller's products. They are told once for each product and store: asked
 * again, they find it on their page.
 */
export async function askPartner(
  { commerce, postingLimits }: PartnerParts,
  user: User,
  store: Own,
  { productId, address, percent }: PartnerDraft,
): Promise<Refusal | null> {
  const { pb } = commerce;
  const [{ given }, own, other] = await Promise.all([
    partnersOfStore(pb, store.id),
    ownProductIds(pb, store.id, [productId]),
    visibleStore(pb, storeInAddress(address)),
  ]);
  if (!own.has(productId)) return 'not-found';
  const refusal = askPartnerRefusal({ productId, storeId: store.id, other }, given);
  if (refusal !== null || other === null) return refusalText(refusal ?? 'no-store');
  const tooOften = await postingLimits.postingRefusal(user, 'conversation', commerce.now());
  if (tooOften !== null) return { sentence: tooOften };
  const row = { id: newRecordId(), productId, ownerId: store.id, storeId: other.id, percent };
  const notice: Notice = partnerNotice(
    store,
    [other.ownerId],
    `partner-asked:${productId}:${other.id}`,
    `${oneLineName(store.name)} asks to name you as a partner`,
    [
      `${oneLineName(store.name)} asks whether they may name you beside themselves on the page of a model. ${partnerPartText(percent, true)} Agree or decline on your page.`,
    ],
  );
  return tell(commerce, notice, (queue) => addPartner(pb, row, queue, commerce.now()));
}

/** Agrees to a request that the store received. */
export async function agreeToPartner(
  { commerce }: Pick<PartnerParts, 'commerce'>,
  store: Own,
  { id, percent }: { id: string; percent: number },
): Promise<Refusal | null> {
  const { pb } = commerce;
  const { received } = await partnersOfStore(pb, store.id);
  const request = received.find((one) => one.id === id);
  if (!request) return 'not-found';
  if (request.percent !== percent) return 'changed-meanwhile';
  if (request.state === 'agreed') return null;
  if (received.filter(({ state }) => state === 'agreed').length >= PARTNER_LIMITS.ofStore)
    return refusalText('too-many');
  const name = oneLineName(request.product.name);
  const notice = partnerNotice(
    store,
    await ownersOfStores(pb, [request.other.id]),
    `partner-agreed:${id}`,
    `${oneLineName(store.name)} is a partner of ${name}`,
    [
      `${oneLineName(store.name)} agreed: from now on the page of ${name} names them beside you. ${partnerPartText(percent, false)}`,
    ],
  );
  return tell(commerce, notice, (queue) =>
    agreePartner(pb, { id, storeId: store.id, percent }, queue, commerce.now()),
  );
}

/** Ends an agreement, declines a request or takes it back. The other store is told, except of what is taken back. */
export async function endPartner(
  { commerce }: Pick<PartnerParts, 'commerce'>,
  store: Own,
  id: string,
): Promise<Refusal | null> {
  const { pb } = commerce;
  const { given, received } = await partnersOfStore(pb, store.id);
  const own = given.find((one) => one.id === id);
  const row: ProductPartner | undefined = own ?? received.find((one) => one.id === id);
  if (!row) return 'not-found';
  const name = oneLineName(row.product.name);
  const takenBack = own !== undefined && row.state === 'asked';
  const isEnded = row.state === 'agreed';
  const notice = partnerNotice(
    store,
    takenBack ? [] : await ownersOfStores(pb, [row.other.id]),
    `partner-ended:${id}`,
    isEnded ? `No longer partners of ${name}` : `${oneLineName(store.name)} declined`,
    [
      isEnded
        ? `${oneLineName(store.name)} ended the partnership of ${name}. Its page no longer names two artists${row.percent > 0 ? ', and sales from now on are no longer divided' : ''}.`
        : `${oneLineName(store.name)} does not want to be named as a partner of ${name}.`,
    ],
  );
  const seen = { id, state: row.state, storeId: store.id };
  return tell(commerce, notice, (queue) => removePartner(pb, seen, queue));
}

function partnerNotice(
  from: Own,
  to: readonly string[],
  key: string,
  title: string,
  paragraphs: readonly Written[],
): Notice {
  const mail = { subject: title, paragraphs };
  return { to, kind: 'partner', storeId: from.id, key, title, path: paths.partners(), mail };
}

/** Makes a change together with its notice. */
async function tell(
  commerce: NotifyParts,
  notice: Notice,
  change: (queue: Parameters<typeof addPartner>[2]) => Promise<PartnerRefusal | null>,
): Promise<Refusal | null> {
  const refusal = await change((steps) => {
    if (notice.to.length > 0) withNotice(steps, commerce, notice, commerce.now());
  });
  if (refusal !== null) return refusal === 'gone' ? 'changed-meanwhile' : refusalText(refusal);
  if (notice.to.length > 0) {
    commerce.mailQueued();
    await pushUnreadHint(commerce, notice.to);
  }
  return null;
}
