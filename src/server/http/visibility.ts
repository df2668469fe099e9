import type PocketBase from 'pocketbase';
import { type PublicPreview, publicPreview } from '../../data/assets/previews.ts';
import { productIsPublic } from '../../data/catalogue/products.ts';
import { storeIsPublic } from '../../data/catalogue/stores.ts';
import { visiblePrint } from '../../data/community/prints.ts';
import { guildPictureIsPublic } from '../../data/guild/guild-pictures.ts';
import type { PictureCollection } from '../../paths.ts';

const REMEMBERED = 20_000;

/** Who may be seen, remembered until the change feed says that something about it changed. */
export class Visibility {
  readonly #pb: PocketBase;
  readonly #known = new Map<string, Promise<boolean>>();
  /** Photos of prints, which a change of their review, product or store may hide. */
  readonly #prints = new Map<string, Promise<boolean>>();
  readonly #previews = new Map<string, Promise<PublicPreview | null>>();

  constructor(pb: PocketBase) {
    this.#pb = pb;
  }

  /** Whether the pictures of this record are for everybody. People's avatars always are. */
  async isPublic(collection: PictureCollection, record: string): Promise<boolean> {
    if (collection === 'users') return true;
    const answers = collection === 'review_photos' ? this.#prints : this.#known;
    const key = `${collection}/${record}`;
    const known = answers.get(key);
    if (known) return known;
    if (answers.size >= REMEMBERED) answers.clear();
    const asked = this.#ask(collection, record);
    answers.set(key, asked);
    asked.catch(() => answers.delete(key));
    return asked;
  }

  #ask(collection: Exclude<PictureCollection, 'users'>, record: string): Promise<boolean> {
    if (collection === 'products') return productIsPublic(this.#pb, record);
    if (collection === 'stores') return storeIsPublic(this.#pb, record);
    if (collection === 'review_photos') return visiblePrint(this.#pb, record).then((print) => print !== null);
    return guildPictureIsPublic(this.#pb, collection, record);
  }

  /** What everybody may look at of a product in 3D; null where there is nothing, or it is not for everybody. */
  async preview(productId: string): Promise<PublicPreview | null> {
    const known = this.#previews.get(productId);
    if (known) return known;
    if (this.#previews.size >= REMEMBERED) this.#previews.clear();
    const asked = publicPreview(this.#pb, productId);
    this.#previews.set(productId, asked);
    asked.catch(() => this.#previews.delete(productId));
    return asked;
  }

  /** A store's or guild's change may hide or show everything that is its own, so all is forgotten. */
  forget(collection: string, record: string): void {
    if (collection === 'reviews' || collection === 'products' || collection === 'stores')
      this.#prints.clear();
    if (collection === 'stores' || collection === 'guilds') {
      this.#known.clear();
      this.#previews.clear();
      return;
    }
    this.#known.delete(`${collection}/${record}`);
    if (collection === 'products' || collection === 'previews') this.#previews.delete(record);
  }
}
