import { createHash } from 'node:crypto';
import type { Bucket } from '../../../../src/server/adapters/files/bucket.ts';

/**
 * A bucket in memory, for tests of what stands above a bucket. `broken` makes the next operations fail; connections end after
 * `cutAfter` bytes, or stay open without a word where it `isSilent`.
 */
export function memoryBucket(now: () => number = Date.now) {
  const objects = new Map<string, { bytes: Buffer; storedAt: number; type: string }>();
  const state = { broken: false, cutAfter: Number.POSITIVE_INFINITY, isSilent: false, puts: 0 };
  const check = () => {
    if (state.broken) throw new Error('the bucket is away');
  };
  const bucket: Bucket = {
    async put(key, bytes, type = 'application/octet-stream') {
      check();
      state.puts++;
      objects.set(key, { bytes: Buffer.from(bytes), storedAt: now(), type });
    },
    async putStream(key, bytes, type) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(Uint8Array.from(chunk));
      await bucket.put(key, Buffer.concat(chunks), type);
      return objects.get(key)?.bytes.length ?? 0;
    },
    async copy(from, to) {
      check();
      const { bytes } = objects.get(from) ?? {};
      if (!bytes) throw new Error(`there is no ${from}`);
      await bucket.put(to, bytes);
    },
    async sizeOf(key) {
      check();
      return objects.get(key)?.bytes.length ?? null;
    },
    async etagOf(key) {
      const bytes = objects.get(key)?.bytes;
      return bytes ? `"${createHash('md5').update(bytes).digest('hex')}"` : null;
    },
    async get(key, range) {
      check();
      const { bytes, type = '' } = objects.get(key) ?? {};
      if (!bytes) return null;
      const { first = 0, last = bytes.length - 1 } = range ?? {};
      if (range && first >= bytes.length) throw new RangeError('no such range');
      const part = bytes.subarray(first, last + 1);
      const cut = part.subarray(0, state.cutAfter);
      const headers: Record<string, string> = {
        'content-length': String(part.length),
        'content-type': type,
      };
      if (range) headers['content-range'] = `bytes ${first}-${first + part.length - 1}/${bytes.length}`;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < cut.length; at += 65_536)
            controller.enqueue(new Uint8Array(cut.subarray(at, at + 65_536)));
          if (!state.isSilent) controller.close();
        },
      });
      return new Response(body, { status: range ? 206 : 200, headers });
    },
    async *list(prefix) {
      check();
      for (const [key, { bytes, storedAt }] of [...objects].sort())
        if (key.startsWith(prefix)) yield { key, sizeBytes: bytes.length, storedAt };
    },
    async remove(key) {
      check();
      objects.delete(key);
    },
    link: async (key, seconds, { contentDisposition }) =>
      `https://bucket.test/${key}?seconds=${seconds}&name=${encodeURIComponent(contentDisposition)}`,
    isVersioned: async () => true,
    abortUnfinished: async () => undefined,
  };
  return { bucket, objects, state };
}
