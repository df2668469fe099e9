import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { parsePushHint } from '../../domain/notifications/live.ts';

/**
 * The listening process: one connection for each token in the file, each from an address of its own. It reports when it
 * is ready, then on every message how long the push hints since the last one took, in ms.
 */
const [origin = '', tokensFile = ''] = process.argv.slice(2);
const tokens = JSON.parse(await readFile(tokensFile, 'utf8')) as string[];
/** More connections at once would measure the queue in front of the site. */
const AT_ONCE = 50;
let waits: number[] = [];

const address = (at: number) => `10.1.${at >> 8}.${at & 255}`;

function listen(token: string, at: number): Promise<void> {
  const headers = { 'x-forwarded-for': address(at) };
  return new Promise((resolve, reject) => {
    const request = http.get(`${origin}/api/realtime`, { agent: false, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a listener was answered ${answer.statusCode}`));
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
        const messages = text.split('\n\n');
        text = messages.pop() ?? '';
        for (const message of messages) {
          const data = /^data:(.*)$/m.exec(message)?.[1] ?? '';
          if (/^event:PB_CONNECT$/m.test(message)) subscribe(data).then(resolve, reject);
          else hear(data);
        }
      });
    });
    request.once('error', reject);
    const subscribe = async (data: string) => {
      const { clientId } = JSON.parse(data) as { clientId: string };
      const { status } = await fetch(`${origin}/api/realtime`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', authorization: token },
        body: JSON.stringify({ clientId, subscriptions: ['inbox'] }),
      });
      if (status !== 204) throw new Error(`a wish to listen was answered ${status}`);
    };
  });
}

/** The hint carries the moment when it was sent. */
function hear(data: string): void {
  const news = parsePushHint(data);
  if (news?.kind === 'read') waits.push(now() - news.upTo);
}

/** Milliseconds that two processes of one machine agree about. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

let next = 0;
const some = async () => {
  while (next < tokens.length) {
    const at = next++;
    await listen(tokens[at] ?? '', at);
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, some));
process.send?.({ listening: tokens.length });
process.on('message', () => {
  process.send?.({ waits });
  waits = [];
});
process.once('disconnect', () => process.exit(0));
