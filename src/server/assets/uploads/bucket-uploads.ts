import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket, BucketObject } from '../../adapters/files/bucket.ts';
import { openBytes } from '../../adapters/files/bucket-bytes.ts';
import type { Desk } from '../../adapters/files/desk.ts';
import type { PartialUploads } from './partial-uploads.ts';

const PREFIX = 'uploads/';
/** Bytes are stored in objects of this size as they arrive, so that one upload takes no more memory. */
const SEGMENT_BYTES = 8 * 1024 * 1024;

/** A run of bytes of an upload, named by where it begins and how long it is. */
interface Segment extends BucketObject {
  first: number;
  /** The offset behind the last byte. */
  end: number;
}

/**
 * Files that are still uploading, as objects in a bucket: any site can go on where another one stopped. They are no parts of
 * a multipart upload, because a line may break after any byte, while parts have at least 5 MB and, for R2, one size. Two
 * runs that overlap hold the same bytes, since they come from the same file.
 */
export function openBucketUploads(bucket: Bucket, desk: Desk): PartialUploads {
  const folderOf = (uploadId: string) => {
    if (!/^[a-z0-9]{15}$/.test(uploadId)) throw new RangeError(`${uploadId} is not an id`);
    return `${PREFIX}${uploadId}/`;
  };

  async function segmentsOf(uploadId: string): Promise<Segment[]> {
    const folder = folderOf(uploadId);
    const segments: Segment[] = [];
    for await (const object of bucket.list(folder)) {
      const [, first, length] = /^(\d{12})-(\d{1,12})$/.exec(object.key.slice(folder.length)) ?? [];
      if (first === undefined || Number(length) !== object.sizeBytes) continue;
      segments.push({ ...object, first: Number(first), end: Number(first) + object.sizeBytes });
    }
    return segments.sort((one, other) => one.first - other.first);
  }

  const storeSegment = (uploadId: string, first: number, bytes: Uint8Array) =>
    bucket.put(`${folderOf(uploadId)}${String(first).padStart(12, '0')}-${bytes.length}`, bytes);

  async function append(uploadId: string, bytes: AsyncIterable<Uint8Array>, offset: number): Promise<number> {
    let at = offset;
    let waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    const flush = async () => {
      if (waitingBytes === 0) return;
      const segment = Buffer.concat(waiting);
      waiting = [];
      waitingBytes = 0;
      await storeSegment(uploadId, at, segment);
      at += segment.length;
    };
    try {
      for await (const chunk of bytes) {
        waiting.push(Uint8Array.from(chunk));
        waitingBytes += chunk.length;
        if (waitingBytes >= SEGMENT_BYTES) await flush();
      }
    } finally {
      // If the connection breaks, the bytes so far stay and the client resumes after them.
      await flush();
    }
    return at;
  }

  /** The bytes from the first one up to the first gap. */
  async function* bytesOf(uploadId: string): AsyncGenerator<Uint8Array> {
    let at = 0;
    for (const { key, first, end } of covering(await segmentsOf(uploadId))) {
      const range = first < at ? { first: at - first, last: end - first - 1 } : undefined;
      yield* (await openBytes(bucket, key, range)) as AsyncIterable<Uint8Array>;
      at = end;
    }
  }

  const withLocal: PartialUploads['withLocal'] = (uploadId, work) =>
    desk.use(
      `upload-${uploadId}`,
      (path) => pipeline(Readable.from(bytesOf(uploadId), { objectMode: false }), createWriteStream(path)),
      work,
    );

  return {
    async lengthOf(uploadId) {
      const segments = await segmentsOf(uploadId);
      return segments.length === 0 ? null : (covering(segments).at(-1)?.end ?? 0);
    },

    async touchedAt(uploadId) {
      const segments = await segmentsOf(uploadId);
      return segments.length === 0 ? null : Math.max(...segments.map(({ storedAt }) => storedAt));
    },

    begin: (uploadId) => storeSegment(uploadId, 0, new Uint8Array(0)),
    append,

    async write(uploadId, bytes) {
      await append(uploadId, bytes, 0);
    },

    // A check reads one local copy from its beginning to its end.
    seal: async () => undefined,

    head: (uploadId, bytes) =>
      withLocal(uploadId, async (path) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of createReadStream(path, { end: bytes - 1 })) chunks.push(chunk);
        return Buffer.concat(chunks);
      }),

    withLocal,

    async remove(uploadId) {
      for await (const { key } of bucket.list(folderOf(uploadId))) await bucket.remove(key);
      await desk.forget(`upload-${uploadId}`);
    },

    async all() {
      const ids = new Set<string>();
      for await (const { key } of bucket.list(PREFIX)) {
        const [, id] = /^uploads\/([a-z0-9]{15})\//.exec(key) ?? [];
        if (id) ids.add(id);
      }
      return [...ids];
    },

    // Objects appear whole.
    removeUnfinished: async () => undefined,
    hasLayer: (bytes) => desk.hasRoom(bytes),
  };
}

/** The segments that lead furthest from the beginning without a gap, in order. */
function covering(segments: readonly Segment[]): Segment[] {
  const chosen: Segment[] = [];
  let at = 0;
  let best: Segment | null = null;
  for (const segment of segments) {
    if (segment.first > at) {
      if (!best || best.end < segment.first) break;
      chosen.push(best);
      at = best.end;
      best = null;
    }
    if (segment.end > (best?.end ?? at)) best = segment;
  }
  if (best) chosen.push(best);
  return chosen;
}
