import type { IncomingMessage } from 'node:http';

/** Maximum body of a page or action request; uploads have handlers of their own. In bytes. */
export const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * Reads the body of a request; null if it is longer than the limit. The rest of a longer body is read and dropped, so
 * that the visitor gets the answer and not a broken connection.
 * @throws Error if the visitor disconnects.
 */
export async function bodyOf(req: IncomingMessage, limitBytes = BODY_LIMIT_BYTES): Promise<Buffer | null> {
  if (Number(req.headers['content-length'] ?? 0) > limitBytes) return null;
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received <= limitBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return received <= limitBytes ? Buffer.concat(chunks) : null;
}
