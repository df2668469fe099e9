import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { measureMesh } from '../mesh/measure.ts';
import { readStl } from '../mesh/stl.ts';

/** Runs in a thread of its own: told the path of an STL, it answers the facts or the word why the file is refused. */
parentPort?.on('message', (path: string) => {
  const corners = readStl(readFileSync(path));
  parentPort?.postMessage(typeof corners === 'string' ? corners : measureMesh(corners));
});
