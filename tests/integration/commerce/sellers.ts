import * as tus from 'tus-js-client';
import { paths } from '../../../src/paths.ts';
import type { TestBackend } from '../../dev/world/backend.ts';
import type { TestFront } from '../../dev/world/front.ts';
import { worldOf } from '../../dev/world/world.ts';

/** A person with or without a store, signed in. */
export interface TestSeller {
  id: string;
  storeId: string;
  cookie: string;
}

export async function aSeller(backend: TestBackend, name: string, withStore = true): Promise<TestSeller> {
  const world = worldOf(backend);
  const { id, cookie } = await world.signedIn(name);
  const storeId = withStore ? await world.store(name, { owner: id, name: `${name} store` }) : '';
  return { id, storeId, cookie };
}

/** Options of a browser's upload. */
export interface Sending {
  front: Pick<TestFront, 'url'>;
  cookie: string;
  bytes: Buffer;
  name: string;
  path?: string;
  productId?: string;
  chunkBytes?: number;
  /** Goes on with the upload of this address. */
  uploadUrl?: string;
  /** The line is cut once so many bytes of the whole have left. */
  cutAfter?: number;
}

/** Sends a file as the page will. Answers its address once it has arrived, or the line was cut. */
export function send(sending: Sending): Promise<{ url: string; cut: boolean }> {
  const {
    front,
    cookie,
    bytes,
    name,
    path,
    productId,
    uploadUrl,
    cutAfter = Number.POSITIVE_INFINITY,
  } = sending;
  return new Promise((resolve, reject) => {
    const metadata: Record<string, string> = { filename: name };
    if (path !== undefined) metadata['path'] = path;
    if (productId !== undefined) metadata['product'] = productId;
    const upload = new tus.Upload(bytes, {
      endpoint: front.url + paths.uploads(),
      ...(uploadUrl === undefined ? {} : { uploadUrl: new URL(uploadUrl, front.url).href }),
      chunkSize: sending.chunkBytes ?? 1024 * 1024,
      retryDelays: null,
      headers: { cookie },
      metadata,
      onSuccess: () => resolve({ url: new URL(upload.url ?? '', front.url).pathname, cut: false }),
      onError: reject,
      onProgress: (sent) => {
        if (sent < cutAfter || !upload.url) return;
        const url = new URL(upload.url, front.url).pathname;
        upload.abort().then(() => resolve({ url, cut: true }), reject);
      },
    });
    upload.start();
  });
}

/** The status and sentence with which a sending was refused. */
export async function refusalOf(sending: Promise<unknown>): Promise<string> {
  try {
    await sending;
    return 'taken';
  } catch (reason) {
    if (!(reason instanceof tus.DetailedError) || !reason.originalResponse) throw reason;
    const body = JSON.parse(reason.originalResponse.getBody()) as { message: string };
    return `${reason.originalResponse.getStatus()} ${body.message}`;
  }
}
