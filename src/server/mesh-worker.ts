import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { MeasuredMesh } from '../domain/product.ts';
import { measureMesh } from '../mesh/measure.ts';
import { outlineOf } from '../mesh/outline.ts';
import { readStl } from '../mesh/stl.ts';

/** Runs in a thread of its own: told the path of an STL, it answers what was measured or the word why it is refused. */
parentPort?.on('message', (path: string) => {
  const corners = readStl(readFileSync(path));
  if (typeof corners === 'string') return parentPort?.postMessage(corners);
  const measured: MeasuredMesh = { ...measureMesh(corners), outline: outlineOf(corners) };
  parentPort?.postMessage(measured);
});
