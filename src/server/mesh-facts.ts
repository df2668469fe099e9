import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { MeshFacts } from '../domain/product.ts';
import type { StlRefusal } from '../mesh/stl.ts';

/** A model file may weigh this much: 6 million triangles, about 1 GB of memory while it is measured. */
export const MODEL_MAX_BYTES = 300 * 1024 * 1024;
const MEASURE_WITHIN_MS = 60_000;
/** What a measuring thread may use of memory beside the mesh itself. */
const HEAP_MB = 256;

export type MeshRefusal = StlRefusal | 'mesh-too-long';

/** Two at once at most, one where the machine has one core: a mesh may need a gigabyte. */
let freePlaces = Math.min(2, availableParallelism());
const waiting: (() => void)[] = [];

/**
 * Measures the STL at `path` in a thread of its own, with limits on time and memory, so that a hostile file costs one
 * thread for a minute and nobody else anything.
 * @returns the facts, or the word why the file is refused.
 */
export async function meshFactsOf(path: string): Promise<MeshFacts | MeshRefusal> {
  if (freePlaces > 0) freePlaces -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await inThread(path);
  } finally {
    // The place goes straight to the next in line, so that nobody slips in between.
    const next = waiting.shift();
    if (next) next();
    else freePlaces += 1;
  }
}

function inThread(path: string): Promise<MeshFacts | MeshRefusal> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./mesh-worker.ts', import.meta.url), {
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const deadline = setTimeout(() => {
      resolve('mesh-too-long');
      void thread.terminate();
    }, MEASURE_WITHIN_MS);
    thread.once('message', resolve);
    thread.once('error', (reason: NodeJS.ErrnoException) => {
      if (reason.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve('mesh-too-long');
      else reject(reason);
    });
    // After a message or an error this changes nothing; a thread that ends without a word must not hang its caller.
    thread.once('exit', (code) => {
      clearTimeout(deadline);
      reject(new Error(`measuring a mesh ended with code ${code} and no answer`));
    });
  });
}
