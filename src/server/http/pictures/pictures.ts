import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { type Backend, secretHeader } from '../../../data/kernel/backend.ts';
import { pictureHeader } from '../../../domain/kernel/image-header.ts';
import { QueueFull } from '../../../domain/kernel/semaphore.ts';
import {
  JPEG_USES,
  type JpegUse,
  PICTURE_WIDTHS,
  type PictureCollection,
  type PictureWidth,
  SHARE_SIZE,
} from '../../../paths.ts';
import { encodeForPage } from '../../kernel/image-work.ts';

const SOURCE_LIMIT_BYTES = 20 * 1024 * 1024;
const PIXEL_LIMIT = 40_000_000;
const FETCH_WITHIN_MS = 10_000;
/** How many missing pictures are remembered, and how long they are not asked for again. */
const MISSING_MAX = 10_000;
const MISSING_MS = 60_000;

export interface PictureRequest {
  /** The width of a WebP in px, or what a JPEG is for. */
  width: PictureWidth | JpegUse;
  collection: PictureCollection;
  record: string;
  file: string;
}

const ADDRESS =
  /^\/img\/(\d{2,4}|[a-z]{4,5})\/(products|stores|users|guilds|guild_tiers|releases|review_photos)\/([a-z0-9]{15})\/([A-Za-z0-9_]{1,100}\.(?:webp|png|jpe?g))(\.jpg)?$/;

/** Reads /img/{width}/{collection}/{record}/{file}, and the same with a use and `.jpg`; null for other addresses and widths. */
export function pictureRequestOf(path: string): PictureRequest | null {
  const [, size, collection, record = '', file = '', jpeg] = ADDRESS.exec(path) ?? [];
  const allowed: readonly (PictureWidth | JpegUse)[] = jpeg === undefined ? PICTURE_WIDTHS : JPEG_USES;
  const width = allowed.find((one) => String(one) === size);
  if (width === undefined) return null;
  return { width, collection: collection as PictureCollection, record, file };
}

const isJpegUse = (width: PictureRequest['width']): width is JpegUse => typeof width === 'string';

/** The media type of a picture that is sent. */
export const pictureType = ({ width }: Pick<PictureRequest, 'width'>): string =>
  isJpegUse(width) ? 'image/jpeg' : 'image/webp';

/** Re-encodes the backend's pictures as WebP once per width, and as JPEG once per use; after that they are read from disk. */
export class Pictures {
  readonly #backend: Backend;
  readonly #folder: string;
  readonly #flights = new Map<string, Promise<Buffer | null>>();
  /** Pictures that were to be measured and that the backend does not have. */
  readonly #missing = new LRUCache<string, true>({ max: MISSING_MAX, ttl: MISSING_MS });

  constructor(backend: Backend, cacheDir: string) {
    this.#backend = backend;
    this.#folder = join(cacheDir, 'img');
  }

  /**
   * The encoded picture, or null if the backend has no such file.
   * @param mayEncode false while the site is overloaded: then only a picture that was encoded before is returned.
   * @throws QueueFull
   */
  async get(request: PictureRequest, mayEncode = true): Promise<Buffer | null> {
    const stored = await this.#stored(request);
    if (stored) return stored;
    const at = this.#pathOf(request);
    let flight = this.#flights.get(at);
    if (!flight) {
      if (!mayEncode) throw new QueueFull('the site is overloaded');
      flight = this.#make(request, at).finally(() => this.#flights.delete(at));
      this.#flights.set(at, flight);
    }
    return flight;
  }

  /**
   * Size of an encoded picture in px and bytes. Null if it is not encoded yet: that begins then, and nobody waits for it.
   */
  async measured(request: PictureRequest): Promise<{ width: number; height: number; bytes: number } | null> {
    const warn = (reason: unknown) => console.warn('a picture could not be measured:', String(reason));
    try {
      const picture = await this.#stored(request);
      if (!picture) this.#makeForMeasure(request).catch(warn);
      const header = picture && pictureHeader(picture);
      return picture && header ? { width: header.width, height: header.height, bytes: picture.length } : null;
    } catch (reason) {
      warn(reason);
      return null;
    }
  }

  /** Encodes a picture for the next time it is measured, unless it was missing a moment ago. */
  async #makeForMeasure(request: PictureRequest): Promise<void> {
    const at = this.#pathOf(request);
    if (this.#missing.has(at)) return;
    if ((await this.get(request)) === null) this.#missing.set(at, true);
  }

  #pathOf({ width, collection, record, file }: PictureRequest): string {
    const name = createHash('sha1').update(`${width}/${collection}/${record}/${file}`).digest('hex');
    return join(this.#folder, name.slice(0, 2), `${name}.${isJpegUse(width) ? 'jpg' : 'webp'}`);
  }

  async #stored(request: PictureRequest): Promise<Buffer | null> {
    try {
      return await readFile(this.#pathOf(request));
    } catch (reason) {
      if ((reason as NodeJS.ErrnoException).code !== 'ENOENT') throw reason;
      return null;
    }
  }

  async #make(request: PictureRequest, at: string): Promise<Buffer | null> {
    // The source is fetched when its turn has come: what waits must not hold megabytes.
    const encoded = await encodeForPage(async () => {
      const source = await this.#source(request);
      if (!source) return null;
      const { width } = request;
      if (width === 'share') return shareJpeg(source);
      const sized = sharp(source, { limitInputPixels: PIXEL_LIMIT, sequentialRead: true })
        .autoOrient()
        .resize({ width: width === 'mail' ? MAIL_WIDTH : width, withoutEnlargement: true });
      return width === 'mail'
        ? sized.flatten({ background: PAPER }).jpeg({ quality: JPEG_QUALITY }).toBuffer()
        : sized.webp({ quality: 74, effort: 4 }).toBuffer();
    });
    if (encoded) await this.#store(at, encoded);
    return encoded;
  }

  /** The picture as the backend stores it; null if there is none. */
  async #source({ collection, record, file }: PictureRequest): Promise<Buffer | null> {
    const answer = await fetch(`${this.#backend.url}/api/files/${collection}/${record}/${file}`, {
      headers: secretHeader(this.#backend.secret),
      signal: AbortSignal.timeout(FETCH_WITHIN_MS),
      redirect: 'error',
    });
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`the backend answered ${answer.status} for a picture`);
    const source = Buffer.from(await answer.arrayBuffer());
    if (source.length > SOURCE_LIMIT_BYTES) throw new Error('a stored picture is larger than 20 MB');
    return source;
  }

  /** Stores a picture. If that fails, for example on a full disk, it is sent anyway and encoded again next time. */
  async #store(at: string, encoded: Buffer): Promise<void> {
    const draft = `${at}.${randomUUID()}`;
    try {
      await mkdir(join(at, '..'), { recursive: true });
      await writeFile(draft, encoded);
      await rename(draft, at);
    } catch (reason) {
      console.warn('a picture could not be stored:', String(reason));
    }
  }
}

/** Under what is transparent: JPEG knows no transparency. */
const PAPER = '#f6f2ea';
/** Twice the widest place of a picture in a mail, in px. */
const MAIL_WIDTH = 640;
const JPEG_QUALITY = 80;

/**
 * A picture to be shared: whole, in the middle of the size that other sites show, on a blurred and darkened copy of itself.
 * Models stand upright; cut to that size, most would lose their heads.
 */
async function shareJpeg(source: Buffer): Promise<Buffer> {
  const opened = () =>
    sharp(source, { limitInputPixels: PIXEL_LIMIT }).autoOrient().flatten({ background: PAPER });
  const whole = await opened()
    .resize({ ...SHARE_SIZE, fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  // Small first, so that the blur costs little.
  const behind = await opened()
    .resize({ width: SHARE_SIZE.width / 8, height: Math.round(SHARE_SIZE.height / 8), fit: 'cover' })
    .blur(4)
    .modulate({ brightness: 0.8 })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(behind)
    .resize({ ...SHARE_SIZE, fit: 'fill' })
    .composite([{ input: whole, gravity: 'centre' }])
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}
