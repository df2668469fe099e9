import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { pictureHeader } from '../../domain/kernel/image-header.ts';
import { PICTURE_WIDTHS, type PictureCollection, type PictureWidth } from '../../paths.ts';

sharp.cache(false);
sharp.concurrency(1);

/** Pictures encoded at once; more would take the processor from everything else. */
const AT_ONCE = 2;
/** Visitors that may wait for an encoder before further ones are asked to come back. */
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

/** The picture an address asks for, or null where the address is none of ours: other widths do not exist. */
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

/** Too many visitors wait for pictures; the answer is 503. */
export class PicturesBusy extends Error {}

/** Re-encodes the backend's pictures as WebP, once for each width; afterwards they come from the disk. */
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

  /** The encoded picture, or null where the backend has no such file. @throws PicturesBusy */
  async get(asked: PictureRequest): Promise<Buffer | null> {
    const name = createHash('sha1')
      .update(`${asked.width}/${asked.collection}/${asked.record}/${asked.file}`)
      .digest('hex');
    const at = join(this.#folder, name.slice(0, 2), `${name}.webp`);
    try {
      return await readFile(at);
    } catch (reason) {
      if ((reason as NodeJS.ErrnoException).code !== 'ENOENT') throw reason;
    }
    let flight = this.#flights.get(name);
    if (!flight) {
      flight = this.#make(asked, at).finally(() => this.#flights.delete(name));
      this.#flights.set(name, flight);
    }
    return flight;
  }

  /** What a picture measures as it is sent, in px and bytes; null where there is none or it cannot be made now. */
  async measured(asked: PictureRequest): Promise<{ width: number; height: number; bytes: number } | null> {
    try {
      const picture = await this.get(asked);
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
    const encoded = await this.#inTurn(() =>
      sharp(source, { limitInputPixels: PIXEL_LIMIT })
        .rotate()
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: 74, effort: 4 })
        .toBuffer(),
    );
    await this.#keep(at, encoded);
    return encoded;
  }

  /** A full disk must not keep a visitor from his picture: it is sent all the same, and made again next time. */
  async #keep(at: string, encoded: Buffer): Promise<void> {
    const draft = `${at}.${process.pid}.${Date.now()}`;
    try {
      await mkdir(join(at, '..'), { recursive: true });
      await writeFile(draft, encoded);
      await rename(draft, at);
    } catch (reason) {
      console.warn('a picture could not be kept:', String(reason));
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
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
