import { worksInStore } from '../../../data/catalogue/store-staff.ts';
import { canAlwaysSeePrint } from '../../../data/community/prints.ts';
import { ownsGuildPicture } from '../../../data/guild/guild-pictures.ts';
import { canAlwaysSeeProduct } from '../../../data/library/downloads.ts';
import type { App } from '../../app/app.ts';
import { deskRole } from '../../identity/second-factor.ts';
import type { PictureRequest } from './pictures.ts';

/** A request for a picture that is not public, with the visitor's cookies and address. */
export type EntitledPictureRequest = Pick<PictureRequest, 'collection' | 'record'> & {
  cookies: string | null;
  client: string;
};

/**
 * Returns a check whether a visitor may see pictures that are not public: of products that they own or sell, of the store that
 * they own or work for, of their own guild, of their own prints; people at the operator desk see all, because they decide about
 * them. The session cookie is verified.
 */
export function entitledPictures(
  app: Pick<App, 'pb' | 'http'>,
): (request: EntitledPictureRequest) => Promise<boolean> {
  return async ({ collection, record, cookies, client }) => {
    if (collection === 'users') return false;
    const sender = await app.http.sessions.senderOf(cookies, client);
    if (sender.state !== 'known') return false;
    const { userId } = sender;
    return (
      (await isTheirs(app.pb, userId, collection, record)) ||
      (await deskRole(app.pb, cookies, userId)) !== null
    );
  };
}

async function isTheirs(
  pb: App['pb'],
  userId: string,
  collection: Exclude<PictureRequest['collection'], 'users'>,
  record: string,
): Promise<boolean> {
  if (collection === 'stores') return worksInStore(pb, userId, record);
  if (collection === 'review_photos') return canAlwaysSeePrint(pb, userId, record);
  return collection === 'products'
    ? canAlwaysSeeProduct(pb, userId, record)
    : ownsGuildPicture(pb, userId, collection, record);
}
