import type PocketBase from 'pocketbase';
import { addRoleRows } from './role-rows.ts';

/**
 * One row of every collection, so that "not found" cannot be confused with "not allowed". Rows about buying belong to
 * `buyer`, rows about selling to `seller`.
 */
export async function oneRowOfEach(
  pb: PocketBase,
  seller: string,
  buyer: string,
): Promise<Record<string, string>> {
  const rows: Record<string, string> = { users: seller };
  const add = async (collection: string, data: object): Promise<string> => {
    const { id } = await pb.collection(collection).create(data);
    rows[collection] = id;
    return id;
  };
  const now = new Date().toISOString();
  await add('sign_in_codes', { user: buyer, codeHash: 'a'.repeat(64), expiresAt: now });
  await add('sign_ups', { user: buyer, secretHash: 'a'.repeat(64), expiresAt: now });
  const token = await add('api_tokens', {
    ...{ user: buyer, name: 'Sync', tokenHash: 'a'.repeat(64), ending: 'aaaa' },
    ...{ scopes: 'library.read', expiresAt: now },
  });
  await add('api_answers', { token, keyHash: 'a'.repeat(64), fingerprint: 'b'.repeat(64), keptUntil: now });
  const store = await add('stores', { owner: seller, slug: 'open-one', name: 'Open', state: 'open' });
  const told = { url: 'https://receiver.test/', events: 'refund', secret: 'whsec_secret' };
  const webhook = await add('webhooks', { store, ...told });
  await add('webhook_deliveries', { webhook, event: 'test', state: 'delivered', queuedAt: now });
  await add('categories', { slug: 'figures', name: 'Figures' });
  await add('shelves', { store, slug: 'a-shelf', name: 'A' });
  const product = await add('products', {
    ...{ store, name: 'Draft', slug: 'draft', state: 'draft', priceCents: 500 },
  });
  const days = { startsAt: now, endsAt: now };
  await add('sale_week_products', { week: 'bog-week', product, store, percent: 20, ...days });
  await add('store_staff', { store, user: buyer, roles: ['upload'] });
  await add('staff_deeds', { store, user: buyer, deed: 'Created a model' });
  await add('product_partners', { product, owner: store, store, state: 'asked' });
  await add('pre_orders', { product, store, state: 'open', promisedDay: '2027-03-12 00:00:00.000Z' });
  await add('product_bundles', { store, title: 'Bog', priceCents: 500, products: [product] });
  const file = await add('product_files', {
    product,
    name: 'a.stl',
    role: 'unsupported',
    sha256: 'a'.repeat(64),
    storageKey: 'secret',
  });
  // Written by a trigger, with the id of the file.
  rows['model_shapes'] = file;
  await add('model_matches', {
    ...{ pair: 'one two', stores: 'one two', olderFile: file, newerFile: file },
    ...{ kind: 'file', foundAt: now },
  });
  await add('product_changes', { product, version: 2, note: 'Thicker ankles' });
  await add('business_accounts', { store, state: 'active', stripeAccountId: 'acct_1' });
  await add('seller_plans', { store, state: 'active', customerId: 'cus_1' });
  const coupon = await add('coupons', { store, code: 'WELCOME', percent: 10, scope: 'all' });
  const order = await add('orders', {
    buyer,
    state: 'paid',
    currency: 'usd',
    ...{ fingerprint: 'a', checkoutKey: 'a', placedAt: now, expiresAt: now },
  });
  const line = await add('order_lines', { order, product, store });
  await add('partner_parts', { order, line, store });
  await add('sale_week_lines', { line, week: 'bog-week', startsAt: now });
  await add('sale_week_sums', { week: 'fen-week', startsAt: now, store });
  const invoice = { kind: 'invoice', year: 2026, serial: 1, number: 'INV-2026-000001', cause: 'sale' };
  await add('invoices', { ...invoice, order, issuedAt: now, content: {} });
  await add('withdrawals', { order, tokenHash: 'a'.repeat(64), expiresAt: now });
  await add('consents', { kind: 'withdrawal', wording: '2026-11', order });
  await add('coupon_uses', { coupon, order, buyer, state: 'used' });
  await add('licence_texts', { key: 'a'.repeat(64), body: 'You may print.' });
  const entitlement = await add('entitlements', {
    user: buyer,
    product,
    source: 'purchase',
    sourceId: line,
    licenceText: 'a'.repeat(64),
    grantedAt: now,
  });
  await add('gifts', { order, giver: buyer, email: 'friend@guildhall.test', tokenHash: 'a' });
  await add('seller_shares', { order, store, state: 'owed' });
  await add('seller_transfers', { order, store, kind: 'transfer', state: 'done' });
  await add('refunds', { order, line, by: 'seller', state: 'done', refundKey: 'a' });
  await add('disputes', { order, state: 'won', stripeId: 'dp_1' });
  await add('ledger', { order, account: 'hall', kind: 'fee', amountCents: -59, entry: 'a' });
  await add('payment_events', { eventId: 'evt_1', type: 'charge.refunded' });
  await add('billing_troubles', { subscription: 'sub_1', kind: 'tax-off' });
  const page = { sessionId: 'cs_1', paymentId: 'pi_1', orderId: order };
  await add('unmatched_payments', { ...page, state: 'open', tryAt: '2026-01-01' });
  await add('mails', {
    ...{ mailKey: 'a', kind: 'receipt' },
    to: 'buyer@guildhall.test',
    subject: 'Receipt',
    body: 'Thank you.',
    state: 'sent',
    sendAfter: now,
  });
  await add('addressed_mails', {
    mailKey: 'a',
    kind: 'gift',
    sender: buyer,
    recipient: 'friend@guildhall.test',
  });
  await add('mail_stops', { recipient: 'friend@guildhall.test', kind: 'gift' });
  await add('downloads', { user: buyer, product, part: 'all', lastAt: now });
  const list = await add('library_lists', { user: buyer, name: 'Next' });
  await add('library_marks', { user: buyer, product, print: 'queued', lists: [list] });
  await add('shared_lists', { user: buyer, list, key: 'a'.repeat(22) });
  await add('merchant_licences', { user: buyer, number: '7K2M9QXR4TVW', entitlement });
  // Not the buyer: a product that they own leaves the wish list.
  await add('wishes', { user: seller, product });
  await add('printers', { user: buyer, name: 'Mars', x: 143, y: 89, z: 175, currency: 'EUR' });
  await add('follows', { user: buyer, store });
  await add('saved_searches', {
    ...{ user: buyer, name: 'Dragons', query: 'query=dragon', pace: 'daily' },
    lookedFor: new Date().toISOString(),
    seenUntil: new Date().toISOString(),
  });
  await add('follow_news', { kind: 'new-product', subject: product, store });
  await add('posts', { store, title: 'News', audience: 'everybody', state: 'draft' });
  await add('questions', { product, store, asker: buyer, question: 'How tall is it?', state: 'open' });
  await add('uploads', { store, name: 'a.stl', path: 'a.stl', state: 'checked', storageKey: 'secret' });
  const accessGroup = await add('access_groups', { store, name: 'Backers', state: 'active' });
  await add('access_group_products', { accessGroup, product });
  const person = await add('access_group_people', {
    accessGroup,
    email: 'buyer@guildhall.test',
    state: 'invited',
  });
  await add('claim_links', { person, tokenHash: 'a' });
  await add('access_imports', { accessGroup, fileName: 'backers.csv', state: 'checked', people: [] });
  await add('bulk_undos', { user: seller, store, products: [], expiresAt: now });
  const productImport = await add('product_imports', { store, fileName: 'products.csv', state: 'checked' });
  await add('product_import_rows', { productImport, line: 2, kind: 'change', product, state: 'waiting' });
  await add('product_zips', { product, contents: 'a', part: 'all', state: 'ready' });
  await add('previews', { product, state: 'ready', sha256: 'a'.repeat(64), storageKey: 'secret' });
  await add('audit_log', {
    kind: 'price',
    collection: 'products',
    record: product,
    field: 'free',
    who: 'seller',
  });
  await add('account_looks', { user: buyer, staffId: seller, staffName: 'staff', reason: 'A support case.' });

  await addRoleRows(add, seller, now);
  const theCase = await add('cases', {
    kind: 'copyright',
    product,
    reporter: 'maker@guildhall.test',
    claim: 'Mine.',
    state: 'open',
  });
  await add('takedowns', { inCase: theCase, product, state: 'done' });
  await add('saved_reasons', { title: 'Copied', verdict: 'upheld', ground: 'law', text: 'It is a copy.' });
  await add('notices', {
    tokenHash: 'a'.repeat(64),
    name: 'A Maker',
    email: 'maker@guildhall.test',
    what: 'product',
    subject: product,
    kind: 'copyright',
    text: 'It is mine.',
    expiresAt: now,
  });
  await add('reports', { inCase: theCase, user: buyer, kind: 'copyright', text: 'It is mine.' });
  await add('spam_words', { word: 'casino', deed: 'refuse' });
  const conversation = await add('conversations', { buyer, store, lastNumber: 1, lastAt: now });
  const refund = await add('refund_requests', {
    conversation,
    order,
    line,
    state: 'asked',
    answerUntil: now,
  });
  const message = await add('messages', {
    conversation,
    number: 1,
    by: 'buyer',
    author: buyer,
    kind: 'refund-asked',
    text: 'It did not print.',
    refund,
  });
  await add('message_attachments', {
    conversation,
    message,
    owner: buyer,
    by: 'buyer',
    kind: 'file',
    name: 'a.stl',
    storageKey: 'secret',
  });
  await add('saved_replies', { store, title: 'Thanks', text: 'Thank you.' });
  await guildRows(add, { store, product, buyer, order, now });
  await add('notifications', { user: buyer, kind: 'wish-sale', noteKey: 'a', title: 'A sale', path: '/' });
  await add('notification_switches', { user: buyer, kind: 'wish-sale', mail: 'off' });
  await add('view_counts', { store, product, day: '2026-11-21', views: 1 });
  await add('origin_weeks', { store, product, week: '2026-11-16', origin: 'search', visits: 1 });
  await add('order_origins', { order, store, product, origin: 'search' });
  await add('sign_in_tries', { key: 'a'.repeat(43), tries: 1, until: 1 });
  await add('leases', { name: 'upload/abc', holder: 'a'.repeat(15), until: 1 });
  await add('legal_texts', { name: 'terms', version: 1, body: 'Be kind.', inForceAt: now });
  await add('legal_consents', { user: buyer, name: 'terms', version: 1, via: 'asked', at: now });
  await add('mailings', { subject: 'News', body: 'Words', why: 'Because', state: 'draft' });
  await add('site_settings', { name: 'commission', value: { free: 10 }, version: 1 });
  const review = await add('reviews', {
    product,
    store,
    user: buyer,
    source: 'purchase',
    ...{ stars: 4, text: 'Prints well.', writtenAt: now },
  });
  await add('review_photos', { review, product, store });
  return rows;
}

/** A complete guild of the seller, with the buyer as a member. */
async function guildRows(
  add: (collection: string, data: object) => Promise<string>,
  {
    store,
    product,
    buyer,
    order,
    now,
  }: { store: string; product: string; buyer: string; order: string; now: string },
): Promise<void> {
  const guild = await add('guilds', { store, name: 'Circle', state: 'live', grantRule: 'one_per_payment' });
  const tier = await add('guild_tiers', { guild, name: 'Low', state: 'public', licence: 'personal' });
  const inImport = await add('tenure_imports', { guild, fileName: 'a.csv', state: 'done', startedAt: now });
  await add('expected_members', { guild, inImport, email: 'c@guildhall.test', months: 3, expiresAt: now });
  const member = await add('guild_members', {
    guild,
    tier,
    user: buyer,
    state: 'active',
    billing: 'monthly',
    since: now,
    joinedAt: now,
  });
  await add('guild_letters', {
    ...{ guild, author: buyer, text: 'Hello' },
    letterKey: 'a'.repeat(36),
    state: 'sent',
  });
  const period = await add('membership_periods', {
    guild,
    tier,
    member,
    month: '2026-11',
    kind: 'paid',
    payment: 'in_1',
    startsAt: now,
    endsAt: now,
    joinedAt: now,
  });
  const release = await add('releases', { guild, title: 'November', month: '2026-11', state: 'draft' });
  await add('release_products', { release, product });
  await add('release_tiers', { release, tier });
  const bundle = await add('entry_bundles', { guild, name: 'Welcome', state: 'draft' });
  await add('entry_bundle_products', { bundle, product });
  await add('entry_bundle_tiers', { bundle, tier });
  const reward = await add('loyalty_rewards', { guild, name: 'Thanks', kind: 'total', state: 'draft' });
  await add('loyalty_reward_products', { reward, product });
  await add('guild_goals', { guild, members: 50, title: 'A dragon' });
  const poll = await add('guild_polls', { guild, question: 'What next?', options: ['A', 'B'], endsAt: now });
  await add('guild_poll_votes', { poll, user: buyer, choice: 1, weight: 1 });
  await add('guild_handouts', {
    ...{ guild, member, period, kind: 'release', what: release },
    ...{ payment: 'in_1', licence: 'personal', handedAt: now },
  });
  await add('guild_joinings', {
    guild,
    tier,
    user: buyer,
    billing: 'monthly',
    state: 'done',
    expiresAt: now,
  });
  await add('membership_gifts', {
    order,
    guild,
    tier,
    giver: buyer,
    email: 'friend@guildhall.test',
    deliverAt: now,
    expiresAt: now,
  });
  await add('tier_prices', { tier, billing: 'monthly', cents: 800, priceId: 'price_1' });
  await add('guild_payments', {
    guild,
    tier,
    store,
    member,
    kind: 'first',
    state: 'paid',
    paidAt: now,
    invoiceId: 'in_1',
  });
  // Triggers write it for every payment; a row of its own is the one that is asked for.
  await add('seller_income', { store, source: 'sale', state: 'paid' });
  await add('seller_income_days', { store, day: '2026-01-01', source: 'sale', kind: 'kept' });
  await add('seller_income_months', {
    store,
    month: '2026-01',
    part: 'members',
    source: 'sale',
    kind: 'kept',
  });
  await add('view_days', { store, day: '2026-01-01' });
  await add('view_months', { store, month: '2026-01' });
  await add('guild_months', { guild, month: '2026-01' });
  await add('site_days', { day: '2026-01-01' });
  await add('search_misses', { day: '2026-01-01', words: 'owlbear', times: 1 });
  await add('search_rules', { kind: 'same', words: 'owlbear, bear' });
  await add('found_searches', { words: 'dragon', found: 3, times: 1, days: 1, lastDay: '2026-01-01' });
  await add('job_runs', { job: 'outbox', process: 'here', startedAt: now });
  await add('site_processes', { process: 'here', kind: 'site', seenAt: now });
  await add('dead_letter_closings', { kind: 'mail', record: guild, seen: now, reason: 'Wrong address' });
  await add('price_terms', { product, since: now, priceCents: 500 });
  await add('product_interest', { product: 'p'.repeat(15), heat: 1000, reckonedOn: '2026-01-01' });
  await add('guild_movements', { movement: 'tr_1', payment: guild });
}

/** Changes the row of a collection so that realtime would send an event; rows of logs can only be added. */
export async function touch(pb: PocketBase, collection: string, rows: Record<string, string>): Promise<void> {
  if (collection === 'audit_log')
    return void (await pb
      .collection(collection)
      .create({ kind: 'price', collection: 'products', record: 'a', field: 'free', who: 'seller' }));
  if (collection === 'legal_texts')
    return void (await pb.collection(collection).create({
      ...{ name: 'terms', version: 2 + Math.floor(Math.random() * 1e9), body: 'Be kind.' },
      inForceAt: new Date().toISOString(),
    }));
  if (collection !== 'ledger')
    return void (await pb.collection(collection).update(rows[collection] ?? '', {}));
  await pb.collection('ledger').create({
    order: rows['orders'],
    account: 'hall',
    kind: 'fee',
    amountCents: -1,
    entry: crypto.randomUUID(),
  });
}
