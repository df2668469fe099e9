import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { paths } from '../../../paths.ts';
import { exportArchive } from '../../account/export-archive.ts';
import type { App } from '../../app/app.ts';
import { downloader } from '../downloads.ts';

/** Whether this is the address of the visitor's data export. */
export function isExportRequest(path: string): boolean {
  return path === paths.dataExport();
}

/**
 * Sends everything that is stored under the visitor's account as a zip, packed while it is sent. Visitors who are not signed in
 * are sent to the sign-in.
 * @param onError receives why an export broke off; the browser then shows a failed download.
 */
export async function serveAccountExport(
  app: Pick<App, 'pb' | 'http' | 'settings' | 'commerce'>,
  req: IncomingMessage,
  res: ServerResponse,
  client: string,
  onError: (reason: unknown) => void,
): Promise<void> {
  const userId = await downloader(app, req, res, client);
  if (userId === null) return;
  const now = Date.now();
  res.writeHead(200, {
    'cache-control': 'private, no-store',
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="my-data-${new Date(now).toISOString().slice(0, 10)}.zip"`,
  });
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  await pipeline(exportArchive(app.pb, userId, app.commerce.siteName, now), res).catch((reason: unknown) => {
    // The visitor left, or the headers are sent: nobody can be told but the log.
    if (!res.closed || !req.destroyed) onError(reason);
    res.destroy();
  });
}
