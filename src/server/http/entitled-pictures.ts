import { createHash } from 'node:crypto';
import { canAlwaysSeePrint } from '../../data/community/prints.ts';
import { ownsGuildPicture } from '../../data/guild/guild-pictures.ts';
import { readSession } from '../../data/identity/session.ts';
import { recognise } from '../../data/identity/users.ts';
import { canAlwaysSeeProduct } from '../../data/library/downloads.ts';
import type { App } from '../app/app.ts';
import type { PictureRequest } from './pictures.ts';

/** How long a verified session is remembered, because a library requests many pictures at once. In ms. */
const REMEMBERED_MS = 15_000;
const REMEMBERED = 1000;

/** A request for a picture that is not public, with the visitor's cookies and address. */
export type EntitledPictureRequest = Pick<PictureRequest, 'collection' | 'record'> & {
  cookies: string | null;
  client: string;
};

/**
 * Returns a check whether a visitor may see pictures that are not public: of products that they own or sell, of their own
 * guild, of their own prints. The session cookie is verified.
 */
export function entitledPictures(
  app: Pick<App, 'settings' | 'pb'>,
  now: () => number = Date.now,
): (request: EntitledPictureRequest) => Promise<boolean> {
  const known = new Map<string, { userId: string; until: number }>();

  const userIdOf = async (cookies: string | null, client: string): Promise<string | null> => {
    const session = readSession(cookies);
    if (!session) return null;
    const key = createHash('sha256').update(session.token).digest('base64');
    const remembered = known.get(key);
    if (remembered && remembered.until > now()) return remembered.userId;
    const who = await recognise({ url: app.settings.pocketbase.url, client }, session.token);
    if (who.state !== 'known') return null;
    if (known.size >= REMEMBERED) known.clear();
    const userId = who.person.user.id;
    known.set(key, { userId, until: now() + REMEMBERED_MS });
    return userId;
  };

  return async ({ collection, record, cookies, client }) => {
    if (collection === 'stores' || collection === 'users') return false;
    const userId = await userIdOf(cookies, client);
    if (userId === null) return false;
    if (collection === 'review_photos') return canAlwaysSeePrint(app.pb, userId, record);
    return collection === 'products'
      ? canAlwaysSeeProduct(app.pb, userId, record)
      : ownsGuildPicture(app.pb, userId, collection, record);
  };
}
