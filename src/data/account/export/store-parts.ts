import { sql } from '../../kernel/sql.ts';
import { tables } from '../../kernel/tables.ts';
import type { ExportPart } from './part.ts';
import { wholeRow } from './whole-row.ts';

/** What a person's store offers and who they are as a seller. */
export const STORE_PARTS: readonly ExportPart[] = [
  {
    file: 'store',
    holds: 'your store',
    collection: 'stores',
    rows: sql`SELECT r.id, ${wholeRow(tables.stores)} AS [[row]]
      FROM stores r WHERE r.owner = {:user}`,
  },
  {
    file: 'business-account',
    holds: 'who you are as a seller, and the state of the payment provider’s check',
    collection: 'business_accounts',
    rows: sql`SELECT r.id, ${wholeRow(tables.businessAccounts)} AS [[row]]
      FROM stores s CROSS JOIN business_accounts r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'seller-plan',
    holds: 'your seller plan',
    collection: 'seller_plans',
    rows: sql`SELECT r.id, ${wholeRow(tables.sellerPlans)} AS [[row]]
      FROM stores s CROSS JOIN seller_plans r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'products',
    holds: 'your products',
    collection: 'products',
    rows: sql`SELECT r.id, ${wholeRow(tables.products)} AS [[row]]
      FROM stores s CROSS JOIN products r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'product-files',
    holds: 'the files of your products: names, sizes and measures, not the files themselves',
    collection: 'product_files',
    rows: sql`SELECT r.id, ${wholeRow(tables.productFiles)} AS [[row]]
      FROM stores s CROSS JOIN products p ON p.store = s.id CROSS JOIN product_files r ON r.product = p.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'product-changes',
    holds: 'what you wrote about new versions of your files',
    collection: 'product_changes',
    rows: sql`SELECT r.id, ${wholeRow(tables.productChanges)} AS [[row]]
      FROM stores s CROSS JOIN products p ON p.store = s.id CROSS JOIN product_changes r ON r.product = p.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'product-imports',
    holds: 'tables you imported',
    collection: 'product_imports',
    rows: sql`SELECT r.id, ${wholeRow(tables.productImports)} AS [[row]]
      FROM stores s CROSS JOIN product_imports r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'product-import-rows',
    holds: 'the rows of these tables',
    collection: 'product_import_rows',
    rows: sql`SELECT r.id, ${wholeRow(tables.productImportRows)} AS [[row]]
      FROM stores s CROSS JOIN product_imports i ON i.store = s.id CROSS JOIN product_import_rows r ON r.productImport = i.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'uploads',
    holds: 'files you uploaded',
    collection: 'uploads',
    rows: sql`SELECT r.id, ${wholeRow(tables.uploads)} AS [[row]]
      FROM stores s CROSS JOIN uploads r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'categories',
    holds: 'the categories of your store',
    collection: 'shelves',
    rows: sql`SELECT r.id, ${wholeRow(tables.shelves)} AS [[row]]
      FROM stores s CROSS JOIN shelves r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'product-bundles',
    holds: 'your bundles of products',
    collection: 'product_bundles',
    rows: sql`SELECT r.id, ${wholeRow(tables.productBundles)} AS [[row]]
      FROM stores s CROSS JOIN product_bundles r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'product-partners',
    holds: 'partners of your products, and products whose partner you are or were asked to be',
    collection: 'product_partners',
    rows: sql`SELECT r.id, ${wholeRow(tables.productPartners)} AS [[row]]
      FROM stores s CROSS JOIN product_partners r ON (r.owner = s.id OR r.store = s.id) WHERE s.owner = {:user}`,
  },
  {
    file: 'sale-weeks',
    holds: 'your products that joined a sale week',
    collection: 'sale_week_products',
    rows: sql`SELECT r.id, ${wholeRow(tables.saleWeekProducts)} AS [[row]]
      FROM stores s CROSS JOIN sale_week_products r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'store-staff',
    holds: 'people who work for your store, and stores that you work for',
    collection: 'store_staff',
    rows: sql`SELECT r.id, ${wholeRow(tables.storeStaff)} AS [[row]]
      FROM store_staff r WHERE (r.[[user]] = {:user} OR r.store IN (SELECT id FROM stores WHERE owner = {:user}))`,
  },
  {
    file: 'staff-deeds',
    holds: 'what you did for stores that you work for',
    collection: 'staff_deeds',
    rows: sql`SELECT r.id, ${wholeRow(tables.staffDeeds)} AS [[row]]
      FROM staff_deeds r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'pre-orders',
    holds: 'what you promised as pre-orders',
    collection: 'pre_orders',
    rows: sql`SELECT r.id, ${wholeRow(tables.preOrders)} AS [[row]]
      FROM stores s CROSS JOIN pre_orders r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'coupons',
    holds: 'your coupons',
    collection: 'coupons',
    rows: sql`SELECT r.id, ${wholeRow(tables.coupons)} AS [[row]]
      FROM stores s CROSS JOIN coupons r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'webhooks',
    holds: 'addresses of programs that are told what happens in your store, without their secrets',
    collection: 'webhooks',
    rows: sql`SELECT r.id, ${wholeRow(tables.webhooks)} AS [[row]]
      FROM stores s CROSS JOIN webhooks r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'webhook-messages',
    holds: 'the messages to these addresses, and what was answered',
    collection: 'webhook_deliveries',
    rows: sql`SELECT r.id, ${wholeRow(tables.webhookDeliveries)} AS [[row]]
      FROM stores s CROSS JOIN webhooks w ON w.store = s.id CROSS JOIN webhook_deliveries r ON r.webhook = w.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'saved-replies',
    holds: 'your saved replies',
    collection: 'saved_replies',
    rows: sql`SELECT r.id, ${wholeRow(tables.savedReplies)} AS [[row]]
      FROM stores s CROSS JOIN saved_replies r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'posts',
    holds: 'the posts of your store',
    collection: 'posts',
    rows: sql`SELECT r.id, ${wholeRow(tables.posts)} AS [[row]]
      FROM stores s CROSS JOIN posts r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'answers-to-reviews',
    holds: 'your answers to reviews',
    collection: 'reviews',
    rows: sql`SELECT r.id, json_object('id', r.id, 'product', r.product, 'stars', r.stars, 'review', iif(r.hiddenAt = '', r.text, ''),
        'answer', r.answer, 'answeredAt', r.answeredAt, 'answerEditedAt', r.answerEditedAt) AS [[row]]
      FROM stores s CROSS JOIN reviews r ON r.store = s.id WHERE s.owner = {:user} AND r.answeredAt <> ''`,
  },
  {
    file: 'answers-to-questions',
    holds: 'your answers to questions and comments',
    collection: 'questions',
    rows: sql`SELECT r.id, json_object('id', r.id, 'product', r.product, 'post', r.post, 'question', iif(r.state = 'hidden', '', r.question), 'answer', r.answer,
        'answeredAt', r.answeredAt, 'answerChangedAt', r.answerChangedAt) AS [[row]]
      FROM stores s CROSS JOIN questions r ON r.store = s.id WHERE s.owner = {:user} AND r.answeredAt <> ''`,
  },
  {
    file: 'delivery-groups',
    holds: 'your groups for deliveries outside the shop, without the people in them',
    collection: 'access_groups',
    rows: sql`SELECT r.id, ${wholeRow(tables.accessGroups)} AS [[row]]
      FROM stores s CROSS JOIN access_groups r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'delivery-imports',
    holds: 'lists you imported into these groups, without the people in them',
    collection: 'access_imports',
    rows: sql`SELECT r.id, ${wholeRow(tables.accessImports)} AS [[row]]
      FROM stores s CROSS JOIN access_groups g ON g.store = s.id CROSS JOIN access_imports r ON r.accessGroup = g.id
      WHERE s.owner = {:user}`,
  },
];

/** A seller's guild, and what they earned. */
export const EARNING_PARTS: readonly ExportPart[] = [
  {
    file: 'guild',
    holds: 'your guild',
    collection: 'guilds',
    rows: sql`SELECT r.id, ${wholeRow(tables.guilds)} AS [[row]]
      FROM stores s CROSS JOIN guilds r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'guild-tiers',
    holds: 'the tiers of your guild',
    collection: 'guild_tiers',
    rows: sql`SELECT r.id, ${wholeRow(tables.guildTiers)} AS [[row]]
      FROM stores s CROSS JOIN guilds g ON g.store = s.id CROSS JOIN guild_tiers r ON r.guild = g.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'tenure-imports',
    holds: 'lists of months you imported into your guild, without the people in them',
    collection: 'tenure_imports',
    rows: sql`SELECT r.id, ${wholeRow(tables.tenureImports)} AS [[row]]
      FROM stores s CROSS JOIN guilds g ON g.store = s.id CROSS JOIN tenure_imports r ON r.guild = g.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'releases',
    holds: 'the releases of your guild',
    collection: 'releases',
    rows: sql`SELECT r.id, ${wholeRow(tables.releases)} AS [[row]]
      FROM stores s CROSS JOIN guilds g ON g.store = s.id CROSS JOIN releases r ON r.guild = g.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'entry-bundles',
    holds: 'the entry bundles of your guild',
    collection: 'entry_bundles',
    rows: sql`SELECT r.id, ${wholeRow(tables.entryBundles)} AS [[row]]
      FROM stores s CROSS JOIN guilds g ON g.store = s.id CROSS JOIN entry_bundles r ON r.guild = g.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'loyalty-rewards',
    holds: 'the loyalty rewards of your guild',
    collection: 'loyalty_rewards',
    rows: sql`SELECT r.id, ${wholeRow(tables.loyaltyRewards)} AS [[row]]
      FROM stores s CROSS JOIN guilds g ON g.store = s.id CROSS JOIN loyalty_rewards r ON r.guild = g.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'guild-goals',
    holds: 'the goals of your guild',
    collection: 'guild_goals',
    rows: sql`SELECT r.id, ${wholeRow(tables.guildGoals)} AS [[row]]
      FROM stores s CROSS JOIN guilds g ON g.store = s.id CROSS JOIN guild_goals r ON r.guild = g.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'guild-polls',
    holds: 'the polls of your guild',
    collection: 'guild_polls',
    rows: sql`SELECT r.id, ${wholeRow(tables.guildPolls)} AS [[row]]
      FROM stores s CROSS JOIN guilds g ON g.store = s.id CROSS JOIN guild_polls r ON r.guild = g.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'mails-to-members',
    holds: 'what you wrote to your members',
    collection: 'guild_letters',
    rows: sql`SELECT r.id, ${wholeRow(tables.guildLetters)} AS [[row]]
      FROM stores s CROSS JOIN guilds g ON g.store = s.id CROSS JOIN guild_letters r ON r.guild = g.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'sales',
    holds: 'your sales and payments of members, without the buyers; amounts are in cents',
    collection: 'seller_income',
    rows: sql`SELECT r.id, json_object('id', r.id, 'source', r.source, 'at', r.at, 'state', r.state, 'order', r.[[order]], 'number', r.number,
        'product', r.product, 'name', r.name, 'couponCode', r.couponCode, 'listCents', r.listCents, 'discountCents', r.discountCents,
        'commissionPercent', r.commissionPercent, 'paidCents', r.paidCents, 'commissionCents', r.commissionCents,
        'netCents', r.netCents, 'refundedCents', r.refundedCents, 'heldCents', r.heldCents, 'yoursCents', r.yoursCents) AS [[row]]
      FROM stores s CROSS JOIN seller_income r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'partner-parts',
    holds: 'your parts of what other stores sold',
    collection: 'partner_parts',
    rows: sql`SELECT r.id, ${wholeRow(tables.partnerParts)} AS [[row]]
      FROM stores s CROSS JOIN partner_parts r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'shares-of-orders',
    holds: 'your share of each order',
    collection: 'seller_shares',
    rows: sql`SELECT r.id, ${wholeRow(tables.sellerShares)} AS [[row]]
      FROM (SELECT DISTINCT i.[[order]], i.store FROM stores s CROSS JOIN seller_income i ON i.store = s.id
          WHERE s.owner = {:user} AND i.[[order]] <> '') sold
        CROSS JOIN seller_shares r ON r.[[order]] = sold.[[order]] AND r.store = sold.store WHERE TRUE`,
  },
  {
    file: 'transfers',
    holds: 'money that was sent to your account or taken back',
    collection: 'seller_transfers',
    rows: sql`SELECT r.id, ${wholeRow(tables.sellerTransfers)} AS [[row]]
      FROM (SELECT DISTINCT i.[[order]], i.store FROM stores s CROSS JOIN seller_income i ON i.store = s.id
          WHERE s.owner = {:user} AND i.[[order]] <> '') sold
        CROSS JOIN seller_transfers r ON r.[[order]] = sold.[[order]] AND r.store = sold.store WHERE TRUE`,
  },
  {
    file: 'ledger',
    holds: 'the bookings of your store',
    collection: 'ledger',
    rows: sql`SELECT r.id, ${wholeRow(tables.ledger)} AS [[row]]
      FROM stores s CROSS JOIN ledger r ON r.store = s.id WHERE s.owner = {:user}`,
  },
];
