import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { measureMesh } from '../mesh/measure.ts';
import { readStl } from '../mesh/stl.ts';

/** Runs in a thread of its own: reads the STL at `workerData`, answers its facts or the word why it is refused. */
const corners = readStl(readFileSync(workerData as string));
parentPort?.postMessage(typeof corners === 'string' ? corners : measureMesh(corners));
