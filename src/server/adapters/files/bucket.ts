import { AwsClient } from 'aws4fetch';
import { S3mini, S3ServiceError } from 's3mini';
import type { LinkHeaders } from './file-store.ts';
import { openRetryingFetch } from './retrying-fetch.ts';

/** What leads to a bucket of an S3-compatible store. */
export interface BucketSettings {
  /** The server's address, without the bucket and without a slash at its end. */
  endpoint: string;
  region: string;
  name: string;
  accessKey: string;
  secretKey: string;
  /** Whether the bucket's name comes in the path; otherwise in the host. */
  pathStyle: boolean;
}

/** An object of a bucket. */
export interface BucketObject {
  key: string;
  sizeBytes: number;
  /** By the server's clock, in ms. */
  storedAt: number;
}

/**
 * The operations of an S3-compatible bucket that the site needs: those that AWS, MinIO, R2, Ceph and Swift all have.
 * Conditional writes, lifecycles and deletes of several objects are not among them.
 */
export interface Bucket {
  /** Stores a small object whole. */
  put(key: string, bytes: Uint8Array, contentType?: string): Promise<void>;
  /**
   * Stores a stream in parts, so that memory use does not depend on its length. The object appears when the last part has
   * arrived; a failure leaves nothing. Returns the length.
   */
  putStream(key: string, bytes: AsyncIterable<Uint8Array>, contentType?: string): Promise<number>;
  /** Copies within the bucket, without the bytes coming here. */
  copy(from: string, to: string, sizeBytes: number): Promise<void>;
  /** The length of an object; null if there is none. */
  sizeOf(key: string): Promise<number | null>;
  /** The ETag of an object, in quotes; null if there is none. Not every server compares If-Range with it. */
  etagOf(key: string): Promise<string | null>;
  /** The answer with the bytes, or a range of them; null if there is no such object. @throws RangeError */
  get(key: string, range?: { first: number; last?: number }): Promise<Response | null>;
  /** All objects whose keys begin with this, in the order of their keys. */
  list(prefix: string): AsyncIterable<BucketObject>;
  /** Deletes an object, twice without an error. */
  remove(key: string): Promise<void>;
  /** An address that gives the object to whoever has it, for some seconds. */
  link(key: string, seconds: number, headers: LinkHeaders): Promise<string>;
  /** Whether the bucket keeps what is overwritten or deleted. @throws where the bucket does not answer */
  isVersioned(): Promise<boolean>;
  /** Aborts uploads in parts that began before this moment and were never finished; they are stored and paid for unseen. */
  abortUnfinished(before: number): Promise<void>;
}

/** The size of a part. R2 wants all parts but the last of one size, AWS at least 5 MB and at most 10 000 of them. */
const PART_BYTES = 16 * 1024 * 1024;
/** A larger object is copied in parts: AWS copies at most 5 GB at once. */
const COPY_AT_ONCE_BYTES = 4 * 1024 ** 3;
const COPIED_PART_BYTES = 1024 ** 3;
const PAGE = 1000;

/**
 * Opens a bucket; nothing is asked of it before the first operation.
 * @param limits where copying in parts begins, in bytes, and how many keys a page of a list has; tests set them low.
 */
export function openBucket(
  settings: BucketSettings,
  { copyAtOnce = COPY_AT_ONCE_BYTES, copiedPart = COPIED_PART_BYTES, page: pageSize = PAGE } = {},
): Bucket {
  const fetching = openRetryingFetch();
  const s3 = new S3mini({
    endpoint: addressOf(settings),
    region: settings.region,
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    fetch: fetching,
  });

  // s3mini cannot copy a part, and signs a wrong address where a file name has an apostrophe.
  const signer = new AwsClient({
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    service: 's3',
    region: settings.region,
  });
  const addressFor = (key: string, query: Record<string, string>) =>
    `${addressOf(settings)}/${key}?${new URLSearchParams(query)}`;

  async function inParts(
    key: string,
    contentType: string | undefined,
    upload: (id: string) => Promise<{ partNumber: number; etag: string }[]>,
  ): Promise<void> {
    const id = await s3.getMultipartUploadId(key, contentType);
    try {
      const done = await s3.completeMultipartUpload(key, id, await upload(id));
      // AWS may answer 200 and tell the failure in the body.
      if (!done.etag) throw new Error(`the parts of ${key} could not be joined`);
    } catch (reason) {
      await s3.abortMultipartUpload(key, id).catch(() => undefined);
      throw reason;
    }
  }

  const put: Bucket['put'] = async (key, bytes, contentType) => {
    await s3.putObject(key, bytes, contentType, undefined, undefined, bytes.length);
  };

  return {
    put,

    async putStream(key, bytes, contentType) {
      const pieces = piecesOf(bytes, PART_BYTES);
      try {
        const first = await pieces.next();
        const second = first.done ? first : await pieces.next();
        if (second.done) {
          const whole = first.done ? new Uint8Array(0) : first.value;
          await put(key, whole, contentType);
          return whole.length;
        }
        let length = 0;
        await inParts(key, contentType, async (id) => {
          const parts: { partNumber: number; etag: string }[] = [];
          for (let piece = first; !piece.done; piece = parts.length === 1 ? second : await pieces.next()) {
            parts.push(await s3.uploadPart(key, id, piece.value, parts.length + 1));
            length += piece.value.length;
          }
          return parts;
        });
        return length;
      } finally {
        await pieces.return(undefined);
      }
    },

    async copy(from, to, sizeBytes) {
      if (sizeBytes <= copyAtOnce) {
        const { etag } = await s3.copyObject(from, to);
        if (!etag) throw new Error(`${from} could not be copied`);
        return;
      }
      await inParts(to, undefined, async (id) => {
        const parts: { partNumber: number; etag: string }[] = [];
        for (let first = 0; first < sizeBytes; first += copiedPart) {
          const partNumber = parts.length + 1;
          const headers = {
            'x-amz-copy-source': `/${settings.name}/${from}`,
            'x-amz-copy-source-range': `bytes=${first}-${Math.min(first + copiedPart, sizeBytes) - 1}`,
          };
          const address = addressFor(to, { uploadId: id, partNumber: String(partNumber) });
          const answer = await fetching(await signer.sign(address, { method: 'PUT', headers }));
          const [, etag] = /<ETag>(?:"|&quot;|&#34;)?([^<&"]+)/.exec(await answer.text()) ?? [];
          if (!answer.ok || !etag) throw new Error(`a part of ${from} could not be copied: ${answer.status}`);
          parts.push({ partNumber, etag });
        }
        return parts;
      });
    },

    async sizeOf(key) {
      try {
        return await s3.getContentLength(key);
      } catch (reason) {
        if (statusOf(reason) === 404) return null;
        throw reason;
      }
    },

    async etagOf(key) {
      const etag = await s3.getEtag(key);
      return etag === null ? null : `"${etag}"`;
    },

    async get(key, range) {
      try {
        if (!range) return await s3.getObjectRaw(key);
        return await s3.getObjectRaw(
          key,
          false,
          range.first,
          range.last === undefined ? undefined : range.last + 1,
        );
      } catch (reason) {
        if (statusOf(reason) === 404) return null;
        if (statusOf(reason) === 416) throw new RangeError(`no such range in ${key}`, { cause: reason });
        throw reason;
      }
    },

    async *list(prefix) {
      let token: string | undefined;
      do {
        const page = await s3.listObjectsPaged('/', prefix, pageSize, token);
        if (!page) throw new Error(`There is no bucket ${settings.name}.`);
        for (const { Key, Size, LastModified } of page.objects ?? [])
          yield { key: Key, sizeBytes: Number(Size), storedAt: new Date(LastModified).getTime() };
        token = page.nextContinuationToken;
      } while (token !== undefined);
    },

    async remove(key) {
      try {
        await s3.deleteObject(key);
      } catch (reason) {
        if (statusOf(reason) !== 404) throw reason;
      }
    },

    async link(key, seconds, { contentType, contentDisposition }) {
      const address = addressFor(key, {
        'X-Amz-Expires': String(seconds),
        'response-content-type': contentType,
        'response-content-disposition': contentDisposition,
      });
      return (await signer.sign(address, { method: 'GET', aws: { signQuery: true } })).url;
    },

    async isVersioned() {
      await this.list('models/00/0')[Symbol.asyncIterator]().next();
      try {
        return (await s3.getBucketVersioning()) === 'Enabled';
      } catch (reason) {
        // Servers without versions say so by 501 or 405; a key that may not ask gets 403.
        if ([403, 404, 405, 501].includes(statusOf(reason))) return false;
        throw reason;
      }
    },

    async abortUnfinished(before) {
      const listed: unknown = await s3.listMultipartUploads();
      for (const { key, uploadId, initiated } of unfinishedIn(listed))
        if (initiated < before) await s3.abortMultipartUpload(key, uploadId);
    },
  };
}

/** The HTTP status of a failed request; 0 where there was no answer. */
function statusOf(reason: unknown): number {
  if (reason instanceof S3ServiceError) return reason.status;
  const { cause } = reason as { cause?: unknown };
  return cause instanceof S3ServiceError ? cause.status : 0;
}

/** The bucket's own address: in the path, or as the first part of the host. */
function addressOf({ endpoint, name, pathStyle }: BucketSettings): string {
  const url = new URL(endpoint);
  if (pathStyle) return `${endpoint}/${name}`;
  return `${url.protocol}//${name}.${url.host}`;
}

/** The same bytes in pieces of one size; the last one may be shorter. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let piece = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(size - filled, chunk.length - at);
      piece.set(chunk.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < size) continue;
      yield piece;
      piece = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

function unfinishedIn(listed: unknown): { key: string; uploadId: string; initiated: number }[] {
  const { upload, Upload } = (listed ?? {}) as { upload?: unknown; Upload?: unknown };
  return [upload ?? Upload ?? []].flat().map((entry) => {
    const fields = Object.fromEntries(
      Object.entries(entry as Record<string, unknown>).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const { key, uploadid, initiated } = fields;
    return { key: String(key), uploadId: String(uploadid), initiated: Date.parse(String(initiated)) };
  });
}
