import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { pictureHeader } from '../../domain/kernel/image-header.ts';
import { PICTURE_WIDTHS, type PictureCollection, type PictureWidth } from '../../paths.ts';

sharp.cache(false);
sharp.concurrency(1);

/** Concurrent encodings; more would starve the rest of the process. */
const AT_ONCE = 2;
/** Requests that may wait for an encoder before further ones are refused. */
const WAITING_LIMIT = 400;
const SOURCE_LIMIT_BYTES = 20 * 1024 * 1024;
const PIXEL_LIMIT = 40_000_000;
const FETCH_WITHIN_MS = 10_000;

export interface PictureRequest {
  width: PictureWidth;
  collection: PictureCollection;
  record: string;
  file: string;
}

/** Reads /img/{width}/{collection}/{record}/{file}; null for other addresses and widths. */
export function pictureRequestOf(path: string): PictureRequest | null {
  const match =
    /^\/img\/(\d{2,4})\/(products|stores|users|guilds|guild_tiers|releases|review_photos)\/([a-z0-9]{15})\/([A-Za-z0-9_]{1,100}\.(?:webp|png|jpe?g))$/.exec(
      path,
    );
  if (!match) return null;
  const width = PICTURE_WIDTHS.find((allowed) => String(allowed) === match[1]);
  if (width === undefined) return null;
  return { width, collection: match[2] as PictureCollection, record: match[3] ?? '', file: match[4] ?? '' };
}

/** Too many requests wait for pictures; the answer is 503. */
export class PicturesBusy extends Error {}

/** Re-encodes the backend's pictures as WebP, once per width; after that they are read from disk. */
export class Pictures {
  readonly #backend: string;
  readonly #folder: string;
  readonly #flights = new Map<string, Promise<Buffer | null>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(backend: string, cacheDir: string) {
    this.#backend = backend;
    this.#folder = join(cacheDir, 'img');
  }

  /**
   * The encoded picture, or null if the backend has no such file.
   * @param mayEncode false while the site is overloaded: then only a picture that was encoded before is returned.
   * @throws PicturesBusy
   */
  async get(request: PictureRequest, mayEncode = true): Promise<Buffer | null> {
    const name = createHash('sha1')
      .update(`${request.width}/${request.collection}/${request.record}/${request.file}`)
      .digest('hex');
    const at = join(this.#folder, name.slice(0, 2), `${name}.webp`);
    try {
      return await readFile(at);
    } catch (reason) {
      if ((reason as NodeJS.ErrnoException).code !== 'ENOENT') throw reason;
    }
    let flight = this.#flights.get(name);
    if (!flight) {
      if (!mayEncode) throw new PicturesBusy();
      flight = this.#make(request, at).finally(() => this.#flights.delete(name));
      this.#flights.set(name, flight);
    }
    return flight;
  }

  /** Size of an encoded picture in px and bytes; null if it does not exist or cannot be encoded now. */
  async measured(request: PictureRequest): Promise<{ width: number; height: number; bytes: number } | null> {
    try {
      const picture = await this.get(request);
      const header = picture && pictureHeader(picture);
      return picture && header ? { width: header.width, height: header.height, bytes: picture.length } : null;
    } catch (reason) {
      console.warn('a picture could not be measured:', String(reason));
      return null;
    }
  }

  async #make({ width, collection, record, file }: PictureRequest, at: string): Promise<Buffer | null> {
    const answer = await fetch(`${this.#backend}/api/files/${collection}/${record}/${file}`, {
      signal: AbortSignal.timeout(FETCH_WITHIN_MS),
      redirect: 'error',
    });
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`the backend answered ${answer.status} for a picture`);
    const source = Buffer.from(await answer.arrayBuffer());
    if (source.length > SOURCE_LIMIT_BYTES) throw new Error('a stored picture is larger than 20 MB');
    const encoded = await this.#withEncoder(() =>
      sharp(source, { limitInputPixels: PIXEL_LIMIT })
        .rotate()
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: 74, effort: 4 })
        .toBuffer(),
    );
    await this.#store(at, encoded);
    return encoded;
  }

  /** Stores a picture. If that fails, for example on a full disk, it is sent anyway and encoded again next time. */
  async #store(at: string, encoded: Buffer): Promise<void> {
    const draft = `${at}.${process.pid}.${Date.now()}`;
    try {
      await mkdir(join(at, '..'), { recursive: true });
      await writeFile(draft, encoded);
      await rename(draft, at);
    } catch (reason) {
      console.warn('a picture could not be stored:', String(reason));
    }
  }

  async #withEncoder<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= WAITING_LIMIT) throw new PicturesBusy();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}
