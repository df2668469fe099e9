import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';

/**
 * The baseline of all downloads: a bare node:http that streams files from the disk to everybody. Started as a process of
 * its own with the files; the first is /0, the next /1. Sends its port to the parent.
 */
const files = await Promise.all(
  process.argv.slice(2).map(async (path) => ({ path, size: (await stat(path)).size })),
);

const server = createServer(async (request, response) => {
  const file = files[Number(request.url?.slice(1))];
  if (!file) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': file.size });
  await pipeline(createReadStream(file.path), response);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.send?.({ port: address.port });
});
process.once('disconnect', () => process.exit(0));
