import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload as TusUpload } from '@tus/server';
import type PocketBase from 'pocketbase';
import { uploadById } from '../../data/assets/uploads.ts';
import { uploadSentence } from '../../domain/assets/upload.ts';
import type { Uploads } from '../assets/uploads/uploads.ts';

/** A refusal in the shape that tus expects to be thrown. */
interface TusRefusal {
  status_code: number;
  body: string;
}

/** The parts of tus beyond its core that uploads understand. */
export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'termination'];
export const NO_ROOM: TusRefusal = { status_code: 507, body: uploadSentence('storage-full') };
const BUSY: TusRefusal = {
  status_code: 409,
  body: 'This file is being checked or in use; it cannot be deleted.',
};

/** Our uploads as tus sees them: the record says what a file shall be, the half file how much of it is there. */
export class UploadStore extends DataStore {
  readonly #pb: PocketBase;
  readonly #uploads: Uploads;

  constructor(pb: PocketBase, uploads: Uploads) {
    super();
    this.#pb = pb;
    this.#uploads = uploads;
    this.extensions = [...TUS_EXTENSIONS];
  }

  override async create(upload: TusUpload): Promise<TusUpload> {
    await this.#uploads.partial.begin(upload.id);
    return upload;
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    if (!(await this.#uploads.partial.hasLayer(0))) throw NO_ROOM;
    return this.#uploads.partial.append(id, stream, offset);
  }

  override async getUpload(id: string): Promise<TusUpload> {
    const upload = await uploadById(this.#pb, id);
    if (!upload) throw ERRORS.FILE_NOT_FOUND;
    const { sizeBytes, state } = upload;
    const length = state === 'uploading' ? await this.#uploads.partial.lengthOf(id) : sizeBytes;
    if (length === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    return new TusUpload({ id, size: sizeBytes, offset: length });
  }

  override async remove(id: string): Promise<void> {
    const upload = await uploadById(this.#pb, id);
    if (!upload) throw ERRORS.FILE_NOT_FOUND;
    if ((await this.#uploads.discard(upload)) === 'state') throw BUSY;
  }
}
