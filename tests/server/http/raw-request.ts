import { get, type IncomingHttpHeaders } from 'node:http';

/** What a server sends to a client that unpacks nothing. */
export function requestTo(
  port: number,
  accepts: string,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', headers: { 'accept-encoding': accepts } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    }).on('error', reject);
  });
}
