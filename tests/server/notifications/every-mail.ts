import type { Order, OrderLine } from '../../../src/domain/commerce/order.ts';
import type { Case } from '../../../src/domain/moderation/case.ts';
import { MAIL_POLICIES, type QueuedKind } from '../../../src/domain/moderation/mail-policies.ts';
import type { MailPart } from '../../../src/domain/notifications/mail-parts.ts';
import {
  KIND_FACTS,
  mailKindOf,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '../../../src/domain/notifications/notification.ts';
import { cancelLinksMail, cancelledMail, renewalMail } from '../../../src/server/account/renewal-mails.ts';
import { matchesNotification } from '../../../src/server/catalogue/search-mails.ts';
import { giftClaimedMail, giftMail } from '../../../src/server/commerce/gift-mails.ts';
import { disputedPaymentMail, receiptMail, refundMail } from '../../../src/server/commerce/order-mails.ts';
import * as preOrder from '../../../src/server/commerce/pre-order/pre-order-mails.ts';
import { disputeMail, payoutReturnedMail, saleNotice } from '../../../src/server/commerce/seller-mails.ts';
import {
  sellerWithdrawnMail,
  withdrawalLinkMail,
  withdrawnMail,
} from '../../../src/server/commerce/withdrawal/withdrawal-mails.ts';
import { followNews } from '../../../src/server/community/follow-mails.ts';
import { staffMail } from '../../../src/server/desk/staff-mails.ts';
import * as guild from '../../../src/server/guild/guild-mails.ts';
import { deliveredMail, invitationMail } from '../../../src/server/library/access-mails.ts';
import { waiverMail } from '../../../src/server/library/delivery-mails.ts';
import { productUpdate } from '../../../src/server/library/product-updates.ts';
import { saleAlert } from '../../../src/server/library/wish-mails.ts';
import { broadcastMail } from '../../../src/server/messaging/broadcast-mail.ts';
import { caseMailToAccused, caseMailToReporter } from '../../../src/server/moderation/case-mails.ts';
import { confirmationMail } from '../../../src/server/moderation/notices.ts';
import { digestMail } from '../../../src/server/notifications/digest-mails.ts';
import {
  action,
  mailText,
  oneLineName,
  quoted,
  type Written,
} from '../../../src/server/notifications/mail-layout.ts';
import { mailingMail } from '../../../src/server/notifications/mailings.ts';
import { businessMail } from '../../../src/server/payments/business-mails.ts';
import { planMail } from '../../../src/server/payments/plan-mails.ts';
import { guildNews, theirGuild } from './guild-news.ts';

export const SITE = { siteUrl: 'https://guildhall.example', siteName: 'Guildhall' };
const NOW = Date.UTC(2026, 10, 21, 12);

interface Built {
  subject: string;
  body: string;
  parts: readonly MailPart[];
}

const built = ({ subject, body, parts = [] }: Omit<Built, 'parts'> & Partial<Built>) => [
  { subject, body, parts },
];
const ofOccasion = ({ mail }: { mail: Parameters<typeof built>[0] | null }) => (mail ? built(mail) : []);
const ofNotice = (subject: string, paragraphs: readonly Written[]) =>
  built({ subject, ...mailText(SITE, [...paragraphs, action(SITE, '', 'Look', '/account')]) });

const picture = { url: `${SITE.siteUrl}/img/640/products/p1/wyrm.png`, alt: 'Wyrm' };
const pictured = (words: string) => ({ ...picture, alt: words });
const promised = (productName: string) => ({
  ...{ id: 'w1', productId: 'p1', storeId: 's1', owner: 'u1', state: 'open' as const, productName },
  ...{ promisedDay: NOW, movedFrom: null, workAt: '' },
});
const SELLER = { storeId: 's1', email: 'crow@guildhall.test' };

function order(words: string): Order {
  const line: OrderLine = {
    id: 'a',
    position: 0,
    productId: 'p1',
    storeId: 's1',
    storeName: words,
    productName: words,
    picture: 'wyrm.png',
    free: false,
    listCents: 2500,
    discountCents: 151,
    memberPercent: null,
    releaseTitle: words,
    couponCode: null,
    paidCents: 2349,
    commissionPercent: 10,
    commissionCents: 235,
    feeCents: 30,
    netCents: 2084,
    includedTaxCents: 0,
    refundedCents: 0,
    refundedTaxCents: 0,
  };
  return {
    id: 'k3x9m2p7q1w5e8r',
    buyerId: 'u1',
    email: 'wren@guildhall.test',
    state: 'paid',
    currency: 'usd',
    totalCents: 2349,
    taxCents: 446,
    feeCents: 100,
    refundedCents: 0,
    card: { brand: 'Visa', last4: '4242' },
    gift: null,
    lines: [line],
    placedAt: NOW,
    paidAt: NOW,
    expiresAt: NOW,
  };
}
const gift = (words: string) => ({ ...order(words), gift: { email: 'tom@guildhall.test', message: words } });
const oneCase = (words: string, state: Case['state']): Case => ({
  ...{ id: 'c1', number: 12, kind: 'other', state, about: { what: 'product', id: 'p1', name: words } },
  ...{ quote: words, claim: words, moreClaims: [], answer: words, decision: words, decidedAt: NOW },
  ...{ ground: { is: 'terms', text: words }, automated: false },
  ...{ appeal: state === 'appealed' ? words : '', deadline: NOW, suspends: true },
});
const renewal = (words: string) => ({
  ...{ kind: 'member' as const, id: 'm1', userId: 'u1', email: 'wren@guildhall.test', guildId: 'g1' },
  ...{ storeId: 's1', name: words, subscriptionId: 'sub_1', isYearly: true, priceCents: 8000 },
  ...{ renewsAt: NOW, isEnding: false, trialFrom: null },
});
const plan = { subscriptionId: 'sub_1', priceCents: 900, due: null, paidUntil: NOW } as never;
const entry = (words: string) =>
  ({ id: 'n1', kind: 'release', title: words, path: '/account/library' }) as const;
const digest = (which: 'daily' | 'weekly', words: string) =>
  built(
    digestMail(SITE, which, NOW, {
      userId: 'u1',
      email: 'wren@guildhall.test',
      entries: [entry(words), entry(words)],
    }),
  );
const delivery = (words: string) => ({ storeName: words, groupName: words, productNames: [words, words] });
const parties = { userId: 'u1', email: 'wren@guildhall.test', confirmed: true };
const STRANGER = { userId: null, email: 'ada@maker.test', confirmed: true, reportId: 'r1' };

type MailsOf = (words: string) => Built[];

/** Mails that are written in a function of their own. */
const OF_THEIR_OWN: Record<Exclude<QueuedKind, NotificationKind>, MailsOf> &
  Partial<Record<NotificationKind, MailsOf>> = {
  receipt: (words) => [
    ...built(receiptMail(SITE, order(words), new Map([['p1', pictured(words)]]))),
    ...built(receiptMail(SITE, gift(words))),
  ],
  refund: (words) => built(refundMail(SITE, order(words), { id: 're_1', amountCents: 900 })),
  dispute: (words) =>
    (['open', 'won', 'lost'] as const).flatMap((state) => [
      ...built(disputedPaymentMail(SITE, order(words), { id: 'dp_1', state, amountCents: 1_000_000 })),
      ...built(disputeMail(SITE, order(words), { id: 'dp_1', state, amountCents: 1_000_000 }, SELLER)),
    ]),
  renewal: (words) => [
    ...built(renewalMail(SITE, renewal(words), 'a-token')),
    ...built(renewalMail(SITE, { ...renewal(words), trialFrom: NOW }, 'a-token')),
  ],
  cancellation: (words) => [
    ...[cancelLinksMail(SITE, [{ ...renewal(words), token: 'a-token' }], NOW)].flatMap((mail) =>
      mail ? built(mail) : [],
    ),
    ...built(cancelledMail(SITE, renewal(words))),
  ],
  withdrawal: (words) => {
    const of = { id: 'w1', title: 'order G-2026-ABCD1234', email: 'wren@guildhall.test' };
    const line = { id: 'l1', name: words, storeName: words, leftCents: 900, kept: null };
    const lines = [
      { ...line, refusal: null },
      { ...line, refusal: 'downloaded' as const },
    ];
    const paid = { ...line, refusal: null, kept: { cents: 300, models: 4, downloaded: 1 } };
    const joined = { ...of, title: words };
    const sums = { refundedCents: 900, keptCents: 300, wording: '2026-11', at: NOW };
    return [
      ...built(withdrawalLinkMail(SITE, { ...of, token: 't'.repeat(32) })),
      ...built(withdrawnMail(SITE, { ...of, kind: 'order', lines, refundedCents: 900, at: NOW })),
      ...built(withdrawnMail(SITE, { ...joined, kind: 'membership', lines: [paid], ...sums })),
      ...built(withdrawnMail(SITE, { ...joined, kind: 'plan', lines: [], refundedCents: 0, at: NOW })),
      ...built(waiverMail(SITE, words, { ...joined, kind: 'joining', country: 'DE' }, sums)),
      ...built(sellerWithdrawnMail(SITE, { ...of, ...sums, guildName: words, memberName: words })),
    ];
  },
  gift: (words) =>
    built(giftMail(SITE, gift(words), words, 't'.repeat(32), new Map([['p1', pictured(words)]]))),
  'gift-claimed': (words) => built(giftClaimedMail(SITE, gift(words))),
  // The operator's own words, which nobody else can write.
  everybody: () =>
    built(
      mailingMail(
        SITE,
        {
          subject: 'Our terms change',
          body: 'From March on there are new terms.\n\nRead them on the site.',
          why: 'You have an account here, and its terms change.',
        },
        { to: 'wren@guildhall.test', key: 'mailing/m/u1' },
      ),
    ),
  staff: (words) =>
    (
      [
        { is: 'person-suspended' },
        { is: 'person-lifted' },
        { is: 'store-suspended', name: words },
        { is: 'store-lifted', name: words },
        { is: 'store-verified', name: words },
        { is: 'product-suspended', name: words, id: 'p1' },
        { is: 'product-lifted', name: words, id: 'p1' },
        { is: 'product-approved', name: words, id: 'p1' },
        { is: 'product-sent-back', name: words, id: 'p1' },
      ] as const
    )
      .flatMap((news) =>
        built(staffMail(SITE, news, { to: 'crow@guildhall.test', reason: words, occasion: 'p1' })),
      )
      .concat(
        built(
          guild.returnedMail(SITE, 'crow@guildhall.test', { id: 'r1', publishAt: NOW, title: words }, 'Why.'),
        ),
      ),
  'product-update': (words) =>
    ofOccasion(
      productUpdate(SITE, {
        ...{ productId: 'p1', version: 2, note: words, name: words },
        store: { id: 's1', name: words },
      }),
    ),
  sale: (words) =>
    ofOccasion(
      saleAlert(SITE, {
        wishId: 'w1',
        product: {
          id: 'p1',
          name: words,
          store: { id: 's1', slug: 'crow', name: words },
          priceCents: 900,
          free: false,
        },
        sale: { percent: 25, from: NOW, to: NOW + 1000 },
        picture: pictured(words),
      }),
    ),
  guild: (words) => guildNews(words, NOW).flatMap(ofOccasion),
  'pre-order': (words) => [
    ...ofOccasion(preOrder.deliveredOccasion(SITE, promised(words))),
    ...ofOccasion(preOrder.lapsedOccasion(SITE, promised(words))),
    ...ofOccasion(preOrder.movedOccasion(SITE, promised(words))),
    ...ofNotice(
      `The day you promised for ${oneLineName(words)} has passed`,
      preOrder.lapsedNotice(promised(words)).mail?.paragraphs ?? [],
    ),
  ],
  'guild-goal': (words) => [
    ...ofOccasion(guild.goalMail(SITE, goal(words), NOW)),
    ...ofOccasion(guild.ownGoalMail(SITE, goal(words))),
  ],
  dunning: (words) =>
    ofOccasion(
      guild.paymentFailedMail(SITE, theirGuild(words), { id: 'm1', failedSince: NOW, priceCents: 900 }, 0),
    ),
  notice: () => built(confirmationMail(SITE, 'maker@guildhall.test', 't'.repeat(43))),
  access: (words) => [
    ...built(invitationMail(SITE, delivery(words), { name: words, again: true }, 't'.repeat(32))),
    ...built(deliveredMail(SITE, delivery(words), words)),
  ],
  account: () => [
    ...(['active', 'restricted', 'rejected'] as const).flatMap((state) => {
      const mail = businessMail(SITE, state, SELLER, 'acct_1:1');
      return mail ? built(mail) : [];
    }),
    ...built(planMail(SITE, 'ended', plan, SELLER)),
    ...built(
      payoutReturnedMail(SITE, { id: 'po_1', amountCents: 900, bank: { last4: '4242' } } as never, SELLER),
    ),
  ],
  'daily-digest': (words) => digest('daily', words),
  'weekly-digest': (words) => digest('weekly', words),
  message: (words) => [
    ...ofNotice(`A message from ${oneLineName(words)}`, [
      `You have a new message from ${oneLineName(words)}.`,
    ]),
    ...ofOccasion(broadcastMail(SITE, { id: 'b1', store: { id: 's1', name: words }, reachedTo: '' }, NOW)),
  ],
  'new-product': (words) => news('new-product', words),
  'new-post': (words) => news('new-post', words),
  'new-release': (words) => news('new-release', words),
  'saved-search': (words) =>
    ofOccasion(
      matchesNotification(SITE, {
        ...{ id: 's1', name: words, query: 'query=dragon', moment: NOW },
        matches: [{ id: 'p1', name: words, storeName: words }],
        pictures: [pictured(words), picture],
      }),
    ),
  release: (words) =>
    ofOccasion(
      guild.releaseMail(
        SITE,
        theirGuild(words),
        { id: 'r1', title: words, month: '2026-11', models: [words], pictures: [pictured(words)] },
        NOW,
      ),
    ),
  'sale-made': (words) => {
    const { mail } = saleNotice(order(words), { storeId: 's1', userId: 'u1' });
    return mail ? ofNotice(mail.subject, mail.paragraphs) : [];
  },
  case: (words) =>
    (['open', 'answered', 'upheld', 'dismissed', 'appealed'] as const).flatMap((state) => {
      const accused = caseMailToAccused(SITE, oneCase(words, state), parties, true);
      return [
        ...(accused ? built(accused) : []),
        ...built(caseMailToReporter(SITE, oneCase(words, state), parties, null)),
        ...built(caseMailToReporter(SITE, oneCase(words, state), STRANGER, '/report/object/a-token')),
      ];
    }),
};

/** The other notices: their mail is a few paragraphs at the place that sends them, with such words as the policy allows. */
const plain = (kind: NotificationKind): MailsOf => {
  const { words: allowed } = MAIL_POLICIES[kind as QueuedKind];
  const said = (words: string) =>
    allowed === 'quoted' ? quoted(words) : `It is about ${oneLineName(words)}.`;
  return (words) => ofNotice(KIND_FACTS[kind].name, [said(words)]);
};
const others = NOTIFICATION_KINDS.filter((kind) => mailKindOf(kind) === kind && !(kind in OF_THEIR_OWN));

/** Every mail of the outbox by its kind, with these words wherever a person chooses some. */
export const MAILS_WITH: Readonly<Record<string, MailsOf>> = {
  ...OF_THEIR_OWN,
  ...Object.fromEntries(others.map((kind) => [kind, plain(kind)])),
};

function goal(words: string) {
  return { id: 'g1', title: words, members: 50, guildName: words, storeId: 's1', slug: 'crow' };
}

function news(kind: 'new-product' | 'new-release' | 'new-post', words: string): Built[] {
  const store = { id: 's1', slug: 'crow', name: words };
  return ofOccasion(
    followNews(
      SITE,
      {
        ...{ kind, subject: 'p1', name: words, store, together: false, picture: pictured(words) },
        ...(kind === 'new-post' ? { teaser: words } : {}),
      },
      NOW,
    ),
  );
}
