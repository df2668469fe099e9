import { sql } from '../../kernel/sql.ts';
import type { ExportPart } from './part.ts';

/** What a person's store offers and who they are as a seller. */
export const STORE_PARTS: readonly ExportPart[] = [
  {
    file: 'store',
    holds: 'your store',
    collection: 'stores',
    rows: sql`SELECT r.id, json_object('id', r.id, 'slug', r.slug, 'name', r.name, 'tagline', r.tagline, 'about', r.about, 'logo', r.logo,
        'banner', r.banner, 'bannerAlt', r.bannerAlt, 'socials', json(r.socials), 'vacationNote', r.vacationNote,
        'backdrop', r.backdrop,
        'mature', json(iif(r.mature, 'true', 'false')), 'featured', json(r.featured), 'state', r.state,
        'suspendedWhy', r.suspendedWhy, 'productCount', r.productCount, 'followers', r.followers, 'printCount', r.printCount,
        'rating', r.rating, 'openedAt', r.openedAt, 'created', r.created, 'updated', r.updated) AS [[row]]
      FROM stores r WHERE r.owner = {:user}`,
  },
  {
    file: 'business-account',
    holds: 'who you are as a seller, and the state of the payment provider’s check',
    collection: 'business_accounts',
    rows: sql`SELECT r.id, json_object('id', r.id, 'stripeAccountId', r.stripeAccountId, 'state', r.state, 'plan', r.plan, 'kind', r.kind,
        'legalName', r.legalName, 'country', r.country, 'vatId', r.vatId, 'requirements', json(r.requirements),
        'dueAt', r.dueAt, 'activeAt', r.activeAt, 'commissionPercent', r.commissionPercent, 'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN business_accounts r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'seller-plan',
    holds: 'your seller plan',
    collection: 'seller_plans',
    rows: sql`SELECT r.id, json_object('id', r.id, 'customerId', r.customerId, 'subscriptionId', r.subscriptionId, 'state', r.state,
        'rhythm', r.rhythm, 'priceCents', r.priceCents, 'paidUntil', r.paidUntil, 'dueCents', r.dueCents,
        'dueSince', r.dueSince, 'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN seller_plans r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'products',
    holds: 'your products',
    collection: 'products',
    rows: sql`SELECT r.id, json_object('id', r.id, 'slug', r.slug, 'name', r.name, 'description', r.description, 'priceCents', r.priceCents,
        'free', json(iif(r.free, 'true', 'false')),
        'openPrice', json(iif(r.openPrice, 'true', 'false')), 'suggestedCents', r.suggestedCents, 'salePercent', r.salePercent, 'saleFrom', r.saleFrom, 'saleTo', r.saleTo,
        'category', r.category, 'shelves', json(r.shelves), 'tags', json(r.tags), 'type', r.type, 'genre', json(r.genre),
        'archetype', r.archetype, 'scale', r.scale, 'supports', json(r.supports), 'printer', json(r.printer), 'parts', r.parts,
        'baseMm', r.baseMm, 'sizeX', r.sizeX, 'sizeY', r.sizeY, 'sizeZ', r.sizeZ, 'volumeMl', r.volumeMl,
        'licences', json(r.licences), 'images', json(r.images), 'imageAlts', json(r.imageAlts), 'video', r.video, 'printNotes', r.printNotes,
        'printLayerMm', r.printLayerMm, 'printExposureS', r.printExposureS, 'printSupports', r.printSupports,
        'printMaterial', r.printMaterial, 'printPrinter', r.printPrinter,
        'mature', json(iif(r.mature, 'true', 'false')), 'ai', r.ai, 'state', r.state, 'publishedAt', r.publishedAt,
        'publishAt', r.publishAt, 'suspendedWhy', r.suspendedWhy, 'rating', r.rating, 'printCount', r.printCount,
        'created', r.created, 'updated', r.updated) AS [[row]]
      FROM stores s CROSS JOIN products r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'product-files',
    holds: 'the files of your products: names, sizes and measures, not the files themselves',
    collection: 'product_files',
    rows: sql`SELECT r.id, json_object('id', r.id, 'product', r.product, 'name', r.name, 'role', r.role, 'scale', r.scale, 'part', r.part,
        'sizeBytes', r.sizeBytes, 'sha256', r.sha256, 'version', r.version, 'retiredAt', r.retiredAt,
        'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN products p ON p.store = s.id CROSS JOIN product_files r ON r.product = p.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'product-changes',
    holds: 'what you wrote about new versions of your files',
    collection: 'product_changes',
    rows: sql`SELECT r.id, json_object('id', r.id, 'product', r.product, 'version', r.version, 'note', r.note, 'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN products p ON p.store = s.id CROSS JOIN product_changes r ON r.product = p.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'product-imports',
    holds: 'tables you imported',
    collection: 'product_imports',
    rows: sql`SELECT r.id, json_object('id', r.id, 'fileName', r.fileName, 'state', r.state, 'total', r.total, 'done', r.done,
        'refused', r.refused, 'undone', r.undone, 'startedAt', r.startedAt, 'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN product_imports r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'product-import-rows',
    holds: 'the rows of these tables',
    collection: 'product_import_rows',
    rows: sql`SELECT r.id, json_object('id', r.id, 'import', r.productImport, 'line', r.line, 'product', r.product, 'name', r.name,
        'kind', r.kind, 'state', r.state, 'note', r.note) AS [[row]]
      FROM stores s CROSS JOIN product_imports i ON i.store = s.id CROSS JOIN product_import_rows r ON r.productImport = i.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'uploads',
    holds: 'files you uploaded',
    collection: 'uploads',
    rows: sql`SELECT r.id, json_object('id', r.id, 'product', r.product, 'name', r.name, 'path', r.path, 'sizeBytes', r.sizeBytes,
        'state', r.state, 'reason', r.reason, 'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN uploads r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'categories',
    holds: 'the categories of your store',
    collection: 'shelves',
    rows: sql`SELECT r.id, json_object('id', r.id, 'slug', r.slug, 'name', r.name, 'position', r.position, 'productCount', r.productCount) AS [[row]]
      FROM stores s CROSS JOIN shelves r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'product-bundles',
    holds: 'your bundles of products',
    collection: 'product_bundles',
    rows: sql`SELECT r.id, json_object('id', r.id, 'title', r.title, 'priceCents', r.priceCents, 'products', json(r.products),
        'created', r.created, 'updated', r.updated) AS [[row]]
      FROM stores s CROSS JOIN product_bundles r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'product-partners',
    holds: 'partners of your products, and products whose partner you are or were asked to be',
    collection: 'product_partners',
    rows: sql`SELECT r.id, json_object('id', r.id, 'product', r.product, 'owner', r.owner, 'store', r.store, 'state', r.state,
        'percent', r.percent, 'created', r.created, 'updated', r.updated) AS [[row]]
      FROM stores s CROSS JOIN product_partners r ON (r.owner = s.id OR r.store = s.id) WHERE s.owner = {:user}`,
  },
  {
    file: 'sale-weeks',
    holds: 'your products that joined a sale week',
    collection: 'sale_week_products',
    rows: sql`SELECT r.id, json_object('id', r.id, 'week', r.week, 'product', r.product, 'percent', r.percent,
        'startsAt', r.startsAt, 'endsAt', r.endsAt, 'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN sale_week_products r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'store-staff',
    holds: 'people who work for your store, and stores that you work for',
    collection: 'store_staff',
    rows: sql`SELECT r.id, json_object('id', r.id, 'store', r.store, 'user', r.[[user]], 'roles', json(r.roles), 'agreedAt', r.agreedAt,
        'created', r.created, 'updated', r.updated) AS [[row]]
      FROM store_staff r WHERE (r.[[user]] = {:user} OR r.store IN (SELECT id FROM stores WHERE owner = {:user}))`,
  },
  {
    file: 'staff-deeds',
    holds: 'what you did for stores that you work for',
    collection: 'staff_deeds',
    rows: sql`SELECT r.id, json_object('id', r.id, 'store', r.store, 'username', r.username, 'deed', r.deed, 'created', r.created) AS [[row]]
      FROM staff_deeds r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'pre-orders',
    holds: 'what you promised as pre-orders',
    collection: 'pre_orders',
    rows: sql`SELECT r.id, json_object('id', r.id, 'product', r.product, 'state', r.state, 'promisedDay', r.promisedDay,
        'movedFrom', r.movedFrom, 'created', r.created, 'updated', r.updated) AS [[row]]
      FROM stores s CROSS JOIN pre_orders r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'coupons',
    holds: 'your coupons',
    collection: 'coupons',
    rows: sql`SELECT r.id, json_object('id', r.id, 'code', r.code, 'percent', r.percent, 'fixedCents', r.fixedCents, 'from', r.[[from]],
        'to', r.[[to]], 'minimumCents', r.minimumCents, 'maxUses', r.maxUses, 'maxUsesPerBuyer', r.maxUsesPerBuyer,
        'uses', r.uses, 'scope', r.scope, 'products', json(r.products), 'shelves', json(r.shelves),
        'off', json(iif(r.off, 'true', 'false')), 'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN coupons r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'webhooks',
    holds: 'addresses of programs that are told what happens in your store, without their secrets',
    collection: 'webhooks',
    rows: sql`SELECT r.id, json_object('id', r.id, 'url', r.url, 'events', r.events, 'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN webhooks r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'webhook-messages',
    holds: 'the messages to these addresses, and what was answered',
    collection: 'webhook_deliveries',
    rows: sql`SELECT r.id, json_object('id', r.id, 'webhook', r.webhook, 'event', r.event, 'message', r.payload, 'state', r.state,
        'status', r.status, 'answer', r.answer, 'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN webhooks w ON w.store = s.id CROSS JOIN webhook_deliveries r ON r.webhook = w.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'saved-replies',
    holds: 'your saved replies',
    collection: 'saved_replies',
    rows: sql`SELECT r.id, json_object('id', r.id, 'title', r.title, 'text', r.text, 'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN saved_replies r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'posts',
    holds: 'the posts of your store',
    collection: 'posts',
    rows: sql`SELECT r.id, json_object('id', r.id, 'title', r.title, 'teaser', r.teaser, 'text', r.text, 'audience', r.audience,
        'state', r.state, 'publishedAt', r.publishedAt, 'editedAt', r.editedAt, 'hiddenAt', r.hiddenAt,
        'deletedAt', r.deletedAt, 'created', r.created) AS [[row]]
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
    rows: sql`SELECT r.id, json_object('id', r.id, 'name', r.name, 'state', r.state, 'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN access_groups r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'delivery-imports',
    holds: 'lists you imported into these groups, without the people in them',
    collection: 'access_imports',
    rows: sql`SELECT r.id, json_object('id', r.id, 'group', r.accessGroup, 'fileName', r.fileName, 'state', r.state, 'total', r.total,
        'done', r.done, 'startedAt', r.startedAt, 'finishedAt', r.finishedAt) AS [[row]]
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
    rows: sql`SELECT r.id, json_object('id', r.id, 'name', r.name, 'tagline', r.tagline, 'cover', r.cover, 'coverAlt', r.coverAlt,
        'state', r.state, 'grantRule', r.grantRule, 'billings', json(r.billings), 'memberDiscountPercent', r.memberDiscountPercent,
        'welcome', r.welcome, 'information', json(r.information), 'members', r.members, 'pausesAt', r.pausesAt,
        'resumesAt', r.resumesAt, 'wentLiveAt', r.wentLiveAt, 'closingAt', r.closingAt, 'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN guilds r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'guild-tiers',
    holds: 'the tiers of your guild',
    collection: 'guild_tiers',
    rows: sql`SELECT r.id, json_object('id', r.id, 'name', r.name, 'description', r.description, 'image', r.image, 'monthlyCents', r.monthlyCents,
        'annualCents', r.annualCents, 'seats', r.seats, 'members', r.members, 'position', r.position, 'benefits', json(r.benefits),
        'licence', r.licence, 'state', r.state, 'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN guilds g ON g.store = s.id CROSS JOIN guild_tiers r ON r.guild = g.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'tenure-imports',
    holds: 'lists of months you imported into your guild, without the people in them',
    collection: 'tenure_imports',
    rows: sql`SELECT r.id, json_object('id', r.id, 'fileName', r.fileName, 'state', r.state, 'changed', r.changed,
        'expected', r.expected, 'joined', r.joined, 'startedAt', r.startedAt) AS [[row]]
      FROM stores s CROSS JOIN guilds g ON g.store = s.id CROSS JOIN tenure_imports r ON r.guild = g.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'releases',
    holds: 'the releases of your guild',
    collection: 'releases',
    rows: sql`SELECT r.id, json_object('id', r.id, 'title', r.title, 'month', r.month, 'cover', r.cover, 'coverAlt', r.coverAlt,
        'description', r.description, 'state', r.state, 'publishAt', r.publishAt, 'publishedAt', r.publishedAt,
        'backCents', r.backCents, 'reached', r.reached) AS [[row]]
      FROM stores s CROSS JOIN guilds g ON g.store = s.id CROSS JOIN releases r ON r.guild = g.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'entry-bundles',
    holds: 'the entry bundles of your guild',
    collection: 'entry_bundles',
    rows: sql`SELECT r.id, json_object('id', r.id, 'name', r.name, 'description', r.description, 'state', r.state, 'validFrom', r.validFrom,
        'validTo', r.validTo, 'minPaidPeriods', r.minPaidPeriods) AS [[row]]
      FROM stores s CROSS JOIN guilds g ON g.store = s.id CROSS JOIN entry_bundles r ON r.guild = g.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'loyalty-rewards',
    holds: 'the loyalty rewards of your guild',
    collection: 'loyalty_rewards',
    rows: sql`SELECT r.id, json_object('id', r.id, 'name', r.name, 'kind', r.kind, 'months', r.months, 'state', r.state,
        'startedAt', r.startedAt, 'endedAt', r.endedAt) AS [[row]]
      FROM stores s CROSS JOIN guilds g ON g.store = s.id CROSS JOIN loyalty_rewards r ON r.guild = g.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'guild-goals',
    holds: 'the goals of your guild',
    collection: 'guild_goals',
    rows: sql`SELECT r.id, json_object('id', r.id, 'members', r.members, 'title', r.title, 'text', r.text, 'product', r.product,
        'release', r.release, 'reachedAt', r.reachedAt, 'created', r.created, 'updated', r.updated) AS [[row]]
      FROM stores s CROSS JOIN guilds g ON g.store = s.id CROSS JOIN guild_goals r ON r.guild = g.id
      WHERE s.owner = {:user}`,
  },
  {
    file: 'mails-to-members',
    holds: 'what you wrote to your members',
    collection: 'guild_letters',
    rows: sql`SELECT r.id, json_object('id', r.id, 'text', r.text, 'state', r.state, 'people', r.people, 'reached', r.reached,
        'created', r.created) AS [[row]]
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
    rows: sql`SELECT r.id, json_object('id', r.id, 'order', r.[[order]], 'percent', r.percent, 'netCents', r.netCents,
        'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN partner_parts r ON r.store = s.id WHERE s.owner = {:user}`,
  },
  {
    file: 'shares-of-orders',
    holds: 'your share of each order',
    collection: 'seller_shares',
    rows: sql`SELECT r.id, json_object('id', r.id, 'order', r.[[order]], 'shareCents', r.shareCents, 'sentCents', r.sentCents, 'state', r.state,
        'created', r.created) AS [[row]]
      FROM (SELECT DISTINCT i.[[order]], i.store FROM stores s CROSS JOIN seller_income i ON i.store = s.id
          WHERE s.owner = {:user} AND i.[[order]] <> '') sold
        CROSS JOIN seller_shares r ON r.[[order]] = sold.[[order]] AND r.store = sold.store WHERE TRUE`,
  },
  {
    file: 'transfers',
    holds: 'money that was sent to your account or taken back',
    collection: 'seller_transfers',
    rows: sql`SELECT r.id, json_object('id', r.id, 'order', r.[[order]], 'kind', r.kind, 'amountCents', r.amountCents, 'state', r.state,
        'created', r.created) AS [[row]]
      FROM (SELECT DISTINCT i.[[order]], i.store FROM stores s CROSS JOIN seller_income i ON i.store = s.id
          WHERE s.owner = {:user} AND i.[[order]] <> '') sold
        CROSS JOIN seller_transfers r ON r.[[order]] = sold.[[order]] AND r.store = sold.store WHERE TRUE`,
  },
  {
    file: 'ledger',
    holds: 'the bookings of your store',
    collection: 'ledger',
    rows: sql`SELECT r.id, json_object('id', r.id, 'order', r.[[order]], 'line', r.line, 'account', r.account, 'kind', r.kind,
        'amountCents', r.amountCents, 'created', r.created) AS [[row]]
      FROM stores s CROSS JOIN ledger r ON r.store = s.id WHERE s.owner = {:user}`,
  },
];
