import { createServer, get } from 'node:http';

/**
 * The baseline of all servers: a bare node:http that answers with bytes it holds in memory. Started as a process of its
 * own with an origin and paths; it requests each path from the origin once, compressed, and from then on answers with
 * the same bytes. Sends its port to the parent.
 */
interface Answer {
  headers: Record<string, string>;
  body: Buffer;
}

function fetchRaw(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}`));
        const body = Buffer.concat(chunks);
        const headers: Record<string, string> = { 'content-length': String(body.length) };
        for (const name of ['content-type', 'content-encoding', 'cache-control', 'etag', 'vary']) {
          const value = response.headers[name];
          if (typeof value === 'string') headers[name] = value;
        }
        resolve({ headers, body });
      });
    }).on('error', reject);
  });
}

const [origin = '', ...paths] = process.argv.slice(2);
const answers = new Map<string, Answer>();
for (const path of paths) answers.set(path, await fetchRaw(origin + path));

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (!answer) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, answer.headers).end(answer.body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.send?.({ port: address.port });
});
process.once('disconnect', () => process.exit(0));
