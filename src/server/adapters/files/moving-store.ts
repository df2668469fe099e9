import { type FileStore, StorageRefused } from './file-store.ts';

/**
 * Two stores while files are moved from one to the other: new files go to the first, and what it does not have yet is read
 * from the second. So `npm run move-files` can work while the site is open.
 */
export function openMovingStore(first: FileStore, second: FileStore): FileStore {
  /** Asks the second store where the first one has no such file. */
  async function fromEither<T>(ask: (store: FileStore) => Promise<T>): Promise<T> {
    try {
      return await ask(first);
    } catch (reason) {
      if (!(reason instanceof StorageRefused && reason.code === 'file-missing')) throw reason;
      return ask(second);
    }
  }

  return {
    put: first.put,
    storeFile: first.storeFile,
    open: (storageKey, range) => fromEither((store) => store.open(storageKey, range)),
    link: async (...file) => (await first.link(...file)) ?? second.link(...file),
    has: async (...file) => (await first.has(...file)) || second.has(...file),
    async delete(storageKey) {
      await first.delete(storageKey);
      await second.delete(storageKey);
    },
    async storedBetween(...span) {
      const keys = await Promise.all([first.storedBetween(...span), second.storedBetween(...span)]);
      return [...new Set(keys.flat())];
    },
  };
}
