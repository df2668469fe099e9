import type PocketBase from 'pocketbase';
import { type PublicPreview, publicPreview } from '../../data/assets/previews.ts';
import { productIsPublic } from '../../data/catalogue/products.ts';
import { storeIsPublic } from '../../data/catalogue/stores.ts';
import { visiblePrint } from '../../data/community/prints.ts';
import { guildPictureIsPublic } from '../../data/guild/guild-pictures.ts';
import type { PictureCollection } from '../../paths.ts';

const REMEMBERED = 20_000;

/** Which records are public, cached until the change feed reports a change. */
export class Visibility {
  readonly #pb: PocketBase;
  readonly #known = new Map<string, Promise<boolean>>();
  /** Photos of prints; a change of their review, product or store may hide them. */
  readonly #prints = new Map<string, Promise<boolean>>();
  readonly #previews = new Map<string, Promise<PublicPreview | null>>();

  constructor(pb: PocketBase) {
    this.#pb = pb;
  }

  /** Whether `isPublic` answers without asking the backend. */
  knows({ collection, record }: { collection: PictureCollection; record: string }): boolean {
    const answers = collection === 'review_photos' ? this.#prints : this.#known;
    return answers.has(`${collection}/${record}`);
  }

  /** Whether the pictures of this record are public. Avatars always are. */
  async isPublic(collection: PictureCollection, record: string): Promise<boolean> {
    if (collection === 'users') return true;
    const answers = collection === 'review_photos' ? this.#prints : this.#known;
    const key = `${collection}/${record}`;
    const known = answers.get(key);
    if (known) return known;
    if (answers.size >= REMEMBERED) answers.clear();
    const answer = this.#fetch(collection, record);
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  }

  #fetch(collection: Exclude<PictureCollection, 'users'>, record: string): Promise<boolean> {
    if (collection === 'products') return productIsPublic(this.#pb, record);
    if (collection === 'stores') return storeIsPublic(this.#pb, record);
    if (collection === 'review_photos') return visiblePrint(this.#pb, record).then((print) => print !== null);
    return guildPictureIsPublic(this.#pb, collection, record);
  }

  /** The public 3D preview of a product, or null. */
  async preview(productId: string): Promise<PublicPreview | null> {
    const known = this.#previews.get(productId);
    if (known) return known;
    if (this.#previews.size >= REMEMBERED) this.#previews.clear();
    const preview = publicPreview(this.#pb, productId);
    this.#previews.set(productId, preview);
    preview.catch(() => this.#previews.delete(productId));
    return preview;
  }

  /** Drops cached answers after a change. A change of a store or guild may affect all its records, so all are dropped. */
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
