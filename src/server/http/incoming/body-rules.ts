import { paths } from '../../../paths.ts';

const KB = 1000;
const MB = 1000 * KB;

/** What the body of a request may be. */
export interface BodyRule {
  /** Its maximum length, in bytes. */
  limitBytes: number;
  /** Whether it may use the room that is kept for payments. */
  reserved: boolean;
}

/** A form or the input of an action, unless listed below. Longer bodies are accepted only from people who are signed in. */
export const FORM_LIMIT_BYTES = 64 * KB;
export const FORM_RULE: BodyRule = { limitBytes: FORM_LIMIT_BYTES, reserved: false };
/** An event of the payment provider is a few kB. */
export const WEBHOOK_LIMIT_BYTES = 256 * KB;
/** A picture with the fields beside it. */
const PICTURE = 8 * MB;
/** Ten thousand rows of a table. */
const TABLE = 8 * MB;

/** The actions that take more than a form. A test finds actions with a picture that are missing here. */
export const LARGE_ACTIONS: Readonly<Record<string, number>> = {
  'account.changeAvatar': PICTURE,
  'guildInformation.addPicture': PICTURE,
  'guildTiers.picture': PICTURE,
  'guilds.cover': PICTURE,
  'products.addPicture': PICTURE,
  'products.setVideo': PICTURE,
  'releases.cover': PICTURE,
  'reviews.addPhoto': PICTURE,
  'siteSettings.readLogo': PICTURE,
  'stores.picture': PICTURE,
  'accessImports.check': TABLE,
  'guildMembers.bringTenure': TABLE,
  'productImports.check': TABLE,
  // Thirty blocks of 10,000 characters.
  'guildInformation.keep': 2 * MB,
  // A description of 20,000 characters, of up to four bytes each, and the texts beside it.
  'products.change': 256 * KB,
  'products.create': 256 * KB,
  // A presentation of 20,000 characters, likewise.
  'stores.change': 256 * KB,
  // A text of 200,000 characters, of up to four bytes each.
  'legalTexts.publish': MB,
  // With a logo.
  'siteSettings.change': 256 * KB,
  // Up to 500 uploads, and up to 2,000 files with their names.
  'products.takeFiles': 512 * KB,
  'products.arrangeFiles': 2 * MB,
};

/** The name of the action that a request calls, by its address or by the form of a page; null for other requests. */
export function actionOf(path: string, query: string): string | null {
  if (path.startsWith('/_actions/')) return path.slice('/_actions/'.length);
  return query.includes('_action=') ? new URLSearchParams(query).get('_action') : null;
}

/** The rule for the body of a request that Astro handles. `query` is without its question mark. */
export function bodyRule(path: string, query: string): BodyRule {
  if (path === paths.paymentWebhook()) return { limitBytes: WEBHOOK_LIMIT_BYTES, reserved: true };
  const action = actionOf(path, query) ?? '';
  const large = Object.hasOwn(LARGE_ACTIONS, action) ? LARGE_ACTIONS[action] : undefined;
  return { limitBytes: large ?? FORM_LIMIT_BYTES, reserved: action.startsWith('checkout.') };
}
