import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRecordId } from '../../../data/kernel/record-id.ts';
import { recordDownloads, type SelectedProduct, selectionOfOwner } from '../../../data/library/downloads.ts';
import { EVERYTHING, filesOfVariant } from '../../../domain/assets/variant.ts';
import { plural } from '../../../domain/kernel/plural.ts';
import { SELECTION_REFUSAL_TEXTS, selectionRefusal } from '../../../domain/library/selection.ts';
import { sendText } from '../../../front/send.ts';
import { selectionArchive } from '../../library/selection-archive.ts';
import { type DownloadParts, deliveryBegins, downloader, noSuchFile, refuseDelivery } from '../downloads.ts';
import { type BytesToSend, sendFile } from '../send-file.ts';

/** Reads /download/zip?product={id}&product={id}: the ids as written; null for another address. */
export function selectionRequestOf(path: string, query: string): string[] | null {
  return path === '/download/zip' ? new URLSearchParams(query).getAll('product') : null;
}

/**
 * Serves several owned products as one zip, packed while it is sent, which can be resumed like a stored file. Unless all of
 * them are owned, none is found.
 * @param onError receives files that cannot be read, and downloads that could not be recorded.
 */
export async function serveSelection(
  app: Omit<DownloadParts, 'archives' | 'slicerModels'>,
  req: IncomingMessage,
  res: ServerResponse,
  productIds: readonly string[],
  client: string,
  onError: (reason: unknown) => void,
): Promise<void> {
  const ids = [...new Set(productIds)];
  const tooMany = selectionRefusal(ids.length, 0);
  if (tooMany) return sendText(res, 400, SELECTION_REFUSAL_TEXTS[tooMany]);
  if (!ids.every(isRecordId)) return sendText(res, 400, 'product: this is not the id of a model.');
  const userId = await downloader(app, req, res, client);
  if (userId === null) return;
  const products = await selectionOfOwner(app.pb, userId, ids);
  if (!products) return noSuchFile(res);
  const files = products.flatMap(currentFiles);
  if (files.length === 0) return sendText(res, 404, 'The artists have not added files to these models yet.');
  const refusal = selectionRefusal(
    ids.length,
    files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  if (refusal) return sendText(res, 400, SELECTION_REFUSAL_TEXTS[refusal]);

  const { sizeBytes, hash, open } = selectionArchive({ pb: app.pb, files: app.assets.files }, products);
  const fileName = `${ids.length}-${plural(ids.length, 'model')}.zip`;
  const downloads = products
    .filter((product) => currentFiles(product).length > 0)
    .map((product) => ({
      userId,
      productId: product.id,
      part: EVERYTHING,
      version: Math.max(...currentFiles(product).map(({ version }) => version)),
      sizeBytes: currentFiles(product).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    }));
  const packed: BytesToSend = {
    sha256: hash,
    sizeBytes,
    fileName,
    begin: () => deliveryBegins(app, userId, downloads, (hold) => refuseDelivery(req, res, hold)),
    open: async (range) => ({ ...(await open(range)), destroy: () => undefined }),
  };
  if (await sendFile(req, res, packed, onError))
    await recordDownloads(app.pb, downloads, Date.now()).catch(onError);
}

function currentFiles({ files }: SelectedProduct) {
  return filesOfVariant(files, EVERYTHING) ?? [];
}
