import type PocketBase from 'pocketbase';
import { productIsPublic } from '../../data/products.ts';
import { storeIsPublic } from '../../data/stores.ts';
import type { PictureCollection } from '../../paths.ts';

const REMEMBERED = 20_000;

/** Who may be seen, remembered until the change feed says that something about it changed. */
export class Visibility {
  readonly #pb: PocketBase;
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(pb: PocketBase) {
    this.#pb = pb;
  }

  /** Whether the pictures of this record are for everybody. People's avatars always are. */
  async isPublic(collection: PictureCollection, record: string): Promise<boolean> {
    if (collection === 'users') return true;
    const key = `${collection}/${record}`;
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    const asked =
      collection === 'products' ? productIsPublic(this.#pb, record) : storeIsPublic(this.#pb, record);
    this.#known.set(key, asked);
    asked.catch(() => this.#known.delete(key));
    return asked;
  }

  /** A store's change may hide or show all its products, so it forgets everything. */
  forget(collection: string, record: string): void {
    if (collection === 'stores') this.#known.clear();
    else this.#known.delete(`${collection}/${record}`);
  }
}
