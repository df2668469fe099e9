import { sql } from '../../kernel/sql.ts';
import { tables } from '../../kernel/tables.ts';
import type { ExportPart } from './part.ts';
import { wholeRow } from './whole-row.ts';

/** What a person has as such: their account, what they like, write and are told. */
export const PERSON_PARTS: readonly ExportPart[] = [
  {
    file: 'account',
    holds: 'your account',
    collection: 'users',
    rows: sql`SELECT r.id, ${wholeRow(tables.users)} AS [[row]]
      FROM users r WHERE r.id = {:user}`,
  },
  {
    file: 'sign-in-accounts',
    holds: 'accounts elsewhere with which you sign in',
    collection: '_externalAuths',
    rows: sql`SELECT r.id, json_object('id', r.id, 'provider', r.provider, 'providerId', r.providerId, 'created', r.created) AS [[row]]
      FROM users u CROSS JOIN _externalAuths r ON r.collectionRef = '_pb_users_auth_' AND r.recordRef = u.id
      WHERE u.id = {:user}`,
  },
  {
    file: 'sign-in-browsers',
    holds: 'fingerprints of browsers that signed in',
    collection: '_authOrigins',
    rows: sql`SELECT r.id, json_object('id', r.id, 'fingerprint', r.fingerprint, 'created', r.created) AS [[row]]
      FROM users u CROSS JOIN _authOrigins r ON r.collectionRef = '_pb_users_auth_' AND r.recordRef = u.id
      WHERE u.id = {:user}`,
  },
  {
    file: 'access-tokens',
    holds: 'access tokens for your own programs, without their secrets',
    collection: 'api_tokens',
    rows: sql`SELECT r.id, ${wholeRow(tables.apiTokens)} AS [[row]]
      FROM api_tokens r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'role',
    holds: 'your part in running this site, if you have one',
    collection: 'roles',
    rows: sql`SELECT r.id, ${wholeRow(tables.roles)} AS [[row]]
      FROM roles r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'looks-at-your-account',
    holds: 'when those who run this site looked at your account from your side, and why',
    collection: 'account_looks',
    rows: sql`SELECT r.id, ${wholeRow(tables.accountLooks)} AS [[row]]
      FROM account_looks r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'agreements',
    holds: 'which versions of our texts you agreed to, and when',
    collection: 'legal_consents',
    rows: sql`SELECT r.id, ${wholeRow(tables.legalConsents)} AS [[row]]
      FROM legal_consents r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'library',
    holds: 'what you own, and where it came from',
    collection: 'entitlements',
    rows: sql`SELECT r.id, ${wholeRow(tables.entitlements, sql`'productName', p.name`)} AS [[row]]
      FROM entitlements r LEFT JOIN products p ON p.id = r.product WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'downloads',
    holds: 'which files were given to you, since when, and when you last downloaded them',
    collection: 'downloads',
    rows: sql`SELECT r.id, ${wholeRow(tables.downloads)} AS [[row]]
      FROM downloads r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'library-lists',
    holds: 'the lists in your library',
    collection: 'library_lists',
    rows: sql`SELECT r.id, ${wholeRow(tables.libraryLists)} AS [[row]]
      FROM library_lists r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'library-marks',
    holds: 'print states, what you archived, and which list a model is on',
    collection: 'library_marks',
    rows: sql`SELECT r.id, ${wholeRow(tables.libraryMarks)} AS [[row]]
      FROM library_marks r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'shared-lists',
    holds: 'lists that you share by a link',
    collection: 'shared_lists',
    rows: sql`SELECT r.id, ${wholeRow(tables.sharedLists)} AS [[row]]
      FROM shared_lists r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'merchant-licences',
    holds: 'numbers by which others check your licences to sell prints',
    collection: 'merchant_licences',
    rows: sql`SELECT r.id, ${wholeRow(tables.merchantLicences)} AS [[row]]
      FROM merchant_licences r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'printers',
    holds: 'your printers',
    collection: 'printers',
    rows: sql`SELECT r.id, ${wholeRow(tables.printers)} AS [[row]]
      FROM printers r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'wishes',
    holds: 'your wish list',
    collection: 'wishes',
    rows: sql`SELECT r.id, ${wholeRow(tables.wishes)} AS [[row]]
      FROM wishes r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'guild-votes',
    holds: 'what you voted in polls of guilds',
    collection: 'guild_poll_votes',
    rows: sql`SELECT r.id, ${wholeRow(tables.guildPollVotes)} AS [[row]]
      FROM guild_poll_votes r WHERE r.[[user]] = {:user} AND r.[[user]] <> ''`,
  },
  {
    file: 'follows',
    holds: 'stores you follow',
    collection: 'follows',
    rows: sql`SELECT r.id, ${wholeRow(tables.follows)} AS [[row]]
      FROM follows r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'saved-searches',
    holds: 'your saved searches',
    collection: 'saved_searches',
    rows: sql`SELECT r.id, ${wholeRow(tables.savedSearches)} AS [[row]]
      FROM saved_searches r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'deliveries',
    holds: 'deliveries outside the shop, such as of a campaign',
    collection: 'access_group_people',
    rows: sql`SELECT r.id, json_object('id', r.id, 'store', s.name, 'group', g.name, 'email', r.email, 'name', r.name, 'note', r.note,
        'state', r.state, 'claimedAt', r.claimedAt, 'mailedAt', r.mailedAt, 'mails', r.mails, 'created', r.created) AS [[row]]
      FROM (SELECT p.id FROM access_group_people p WHERE p.claimedBy = {:user}
          UNION SELECT p.id FROM users u CROSS JOIN access_group_people p ON p.email = lower(u.email)
          WHERE u.id = {:user} AND u.verified = TRUE) mine
        CROSS JOIN access_group_people r ON r.id = mine.id
        LEFT JOIN access_groups g ON g.id = r.accessGroup LEFT JOIN stores s ON s.id = g.store WHERE TRUE`,
  },
  {
    file: 'conversations',
    holds: 'your conversations, as a buyer and as a store',
    collection: 'conversations',
    rows: sql`SELECT r.id, json_object('id', r.id, 'side', iif(r.buyer = {:user}, 'buyer', 'store'), 'store', s.name, 'buyer', u.username,
        'product', r.product, 'order', r.[[order]], 'created', r.created) AS [[row]]
      FROM (SELECT c.id FROM conversations c WHERE c.buyer = {:user}
          UNION SELECT c.id FROM stores o CROSS JOIN conversations c ON c.store = o.id WHERE o.owner = {:user}) mine
        CROSS JOIN conversations r ON r.id = mine.id
        LEFT JOIN stores s ON s.id = r.store LEFT JOIN users u ON u.id = r.buyer WHERE TRUE`,
  },
  {
    file: 'messages',
    holds: 'the messages of these conversations',
    collection: 'messages',
    rows: sql`SELECT r.id, json_object('id', r.id, 'conversation', r.conversation, 'number', r.number, 'by', r.[[by]], 'kind', r.kind,
        'text', iif(r.hiddenAt = '' OR r.author = {:user}, r.text, ''), 'product', r.product, 'order', r.[[order]],
        'hiddenAt', r.hiddenAt, 'created', r.created) AS [[row]]
      FROM (SELECT c.id FROM conversations c WHERE c.buyer = {:user}
          UNION SELECT c.id FROM stores o CROSS JOIN conversations c ON c.store = o.id WHERE o.owner = {:user}) mine
        CROSS JOIN messages r ON r.conversation = mine.id WHERE TRUE`,
  },
  {
    file: 'attachments',
    holds: 'files that you attached to messages and posts',
    collection: 'message_attachments',
    rows: sql`SELECT r.id, ${wholeRow(tables.messageAttachments)} AS [[row]]
      FROM message_attachments r WHERE r.owner = {:user}`,
  },
  {
    file: 'reviews',
    holds: 'your reviews, with the answers to them',
    collection: 'reviews',
    rows: sql`SELECT r.id, ${wholeRow(tables.reviews, sql`'productName', p.name`)} AS [[row]]
      FROM reviews r LEFT JOIN products p ON p.id = r.product WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'review-photos',
    holds: 'the photos of your reviews',
    collection: 'review_photos',
    rows: sql`SELECT r.id, ${wholeRow(tables.reviewPhotos)} AS [[row]]
      FROM reviews w CROSS JOIN review_photos r ON r.review = w.id WHERE w.[[user]] = {:user}`,
  },
  {
    file: 'questions',
    holds: 'your questions and comments, with the answers to them',
    collection: 'questions',
    rows: sql`SELECT r.id, ${wholeRow(tables.questions, sql`'productName', p.name`)} AS [[row]]
      FROM questions r LEFT JOIN products p ON p.id = r.product WHERE r.asker = {:user}`,
  },
  {
    file: 'reports',
    holds: 'what you reported, and what became of it',
    collection: 'reports',
    rows: sql`SELECT r.id, json_object('id', r.id, 'kind', r.kind, 'text', r.text, 'case', c.number, 'about', c.what, 'subject', c.subject,
        'state', c.state, 'answer', c.answer, 'decision', c.decision, 'decidedAt', c.decidedAt, 'appeal', c.appeal,
        'created', r.created) AS [[row]]
      FROM reports r LEFT JOIN cases c ON c.id = r.inCase WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'cases',
    holds: 'claims about what you published, without the name of who made them',
    collection: 'cases',
    rows: sql`SELECT r.id, ${wholeRow(tables.cases)} AS [[row]]
      FROM cases r WHERE r.accused = {:user}`,
  },
  {
    file: 'notifications',
    holds: 'what we notified you of',
    collection: 'notifications',
    rows: sql`SELECT r.id, ${wholeRow(tables.notifications)} AS [[row]]
      FROM notifications r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'notification-settings',
    holds: 'your settings for notifications',
    collection: 'notification_switches',
    rows: sql`SELECT r.id, ${wholeRow(tables.notificationSwitches)} AS [[row]]
      FROM notification_switches r WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'mails-you-caused',
    holds: 'mails to addresses that you typed, such as gifts',
    collection: 'addressed_mails',
    rows: sql`SELECT r.id, ${wholeRow(tables.addressedMails)} AS [[row]]
      FROM addressed_mails r WHERE r.sender = {:user}`,
  },
  {
    file: 'mails-you-stopped',
    holds: 'kinds of mails that you stopped',
    collection: 'mail_stops',
    rows: sql`SELECT r.id, ${wholeRow(tables.mailStops)} AS [[row]]
      FROM users u CROSS JOIN mail_stops r ON r.recipient = lower(u.email)
      WHERE u.id = {:user} AND u.verified = TRUE`,
  },
];
