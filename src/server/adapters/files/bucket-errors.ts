import type { Bucket } from './bucket.ts';
import { StorageRefused } from './file-store.ts';

/**
 * The same bucket, whose failures are sentences for people: that it does not answer, with what it said as the cause. An
 * error of the bytes that are sent, and a range outside an object, stay what they are.
 */
export function withReadableErrors(bucket: Bucket): Bucket {
  const told = (reason: unknown) =>
    reason instanceof StorageRefused || reason instanceof RangeError
      ? reason
      : new StorageRefused('storage-away', reason);
  const telling =
    <Args extends unknown[], T>(ask: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      ask(...args).catch((reason: unknown) => {
        throw told(reason);
      });
  return {
    put: telling(bucket.put),
    async putStream(key, bytes, contentType) {
      const ofBytes: { reason?: unknown } = {};
      const watched = async function* () {
        try {
          yield* bytes;
        } catch (reason) {
          ofBytes.reason = reason;
          throw reason;
        }
      };
      try {
        return await bucket.putStream(key, watched(), contentType);
      } catch (reason) {
        throw 'reason' in ofBytes ? ofBytes.reason : told(reason);
      }
    },
    copy: telling(bucket.copy),
    sizeOf: telling(bucket.sizeOf),
    etagOf: telling(bucket.etagOf),
    get: telling(bucket.get),
    async *list(prefix) {
      try {
        yield* bucket.list(prefix);
      } catch (reason) {
        throw told(reason);
      }
    },
    remove: telling(bucket.remove),
    link: telling(bucket.link),
    isVersioned: telling(() => bucket.isVersioned()),
    abortUnfinished: telling(bucket.abortUnfinished),
  };
}
