import type { DuePreOrder } from '../../../data/commerce/pre-orders.ts';
import type { Occasion } from '../../../data/notifications/notifications.ts';
import { PRE_ORDER_REFUSAL_TEXTS, type PreOrder } from '../../../domain/catalogue/price/pre-order.ts';
import { dayText } from '../../../domain/kernel/instant.ts';
import { paths } from '../../../paths.ts';
import {
  action,
  type Letterhead,
  mailText,
  oneLineName,
  type Written,
} from '../../notifications/mail-layout.ts';
import type { Notice } from '../../notifications/notifications.ts';

/** What is said to those who pre-ordered a model, and to its seller. */

type Named = Pick<DuePreOrder, 'id' | 'productId' | 'storeId' | 'promisedDay' | 'productName'>;

/** The model was delivered. */
export function deliveredOccasion(letterhead: Letterhead, due: Named): Occasion {
  const title = `${oneLineName(due.productName)} has arrived in your library`;
  return occasion(
    due,
    `pre-order-delivered:${due.id}`,
    title,
    paths.libraryProduct(due.productId),
    [
      `${oneLineName(due.productName)}, which you pre-ordered, is finished. You can download it now.`,
      action(letterhead, '', 'Open it in your library', paths.libraryProduct(due.productId)),
    ],
    letterhead,
  );
}

/** The day passed, and everybody is refunded. */
export function lapsedOccasion(letterhead: Letterhead, due: Named): Occasion {
  const title = `Your pre-order of ${oneLineName(due.productName)} is refunded`;
  return occasion(
    due,
    `pre-order-lapsed:${due.id}`,
    title,
    paths.account('payments'),
    [
      `${oneLineName(due.productName)} was promised by ${dayText(due.promisedDay)} and was not delivered. What you paid for it is refunded in full; you need not do anything. A separate mail says the amount.`,
      action(letterhead, '', 'Open Payments', paths.account('payments')),
    ],
    letterhead,
  );
}

/** The seller moved the day. */
export function movedOccasion(
  letterhead: Letterhead,
  preOrder: PreOrder & { productName: string },
): Occasion {
  const day = dayText(preOrder.promisedDay);
  const title = `${oneLineName(preOrder.productName)} arrives later: by ${day}`;
  return occasion(
    preOrder,
    `pre-order-moved:${preOrder.id}`,
    title,
    paths.account('payments'),
    [
      `The artist of ${oneLineName(preOrder.productName)}, which you pre-ordered, needs longer. It now arrives by ${day}. If it does not, you are refunded.`,
      'You can wait, or cancel it under Payments for a full refund at any time until it is delivered.',
      action(letterhead, '', 'Open Payments', paths.account('payments')),
    ],
    letterhead,
  );
}

/** To the seller: the day passed. */
export function lapsedNotice(due: Named & { owner: string }): Notice {
  const name = oneLineName(due.productName);
  return {
    to: [due.owner],
    kind: 'pre-order',
    storeId: null,
    key: `own-pre-order-lapsed:${due.id}`,
    title: `The day you promised for ${name} has passed: the buyers are refunded`,
    path: paths.productList(),
    mail: {
      subject: `The day you promised for ${name} has passed`,
      paragraphs: [
        `You promised ${name} by ${dayText(due.promisedDay)} and did not deliver it. Everybody who pre-ordered it is refunded in full, and the model is a draft again. When it is finished, you can publish it as a model that is delivered at once. ${PRE_ORDER_REFUSAL_TEXTS.published}`,
      ],
    },
  };
}

function occasion(
  { storeId }: Pick<Named, 'storeId'>,
  key: string,
  title: string,
  path: string,
  written: readonly Written[],
  letterhead: Letterhead,
): Occasion {
  const mail = { subject: title, ...mailText(letterhead, [...written]) };
  return { kind: 'pre-order', storeId, key, about: null, title, path, mail };
}
