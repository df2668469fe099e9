import type { IncomingMessage } from 'node:http';

/** The longest form or JSON a page or an action takes; files of sellers come another way. In bytes. */
export const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * The whole body of a request, or null where it is longer than the limit. What is too long is not kept; it is read off
 * the wire, so that the visitor hears the answer and not a broken connection.
 * @throws Error where the visitor goes away in the middle.
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
