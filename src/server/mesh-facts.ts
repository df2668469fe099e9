import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { InspectedModel, MeshRefusal } from '../domain/mesh-report.ts';
import type { ModelKind } from '../mesh/read.ts';
import type { LightModel } from './mesh-preview.ts';

/** A model file may weigh this much: 6 million triangles, about 1 GB of memory while it is measured. */
export const MODEL_MAX_BYTES = 300 * 1024 * 1024;
const MEASURE_WITHIN_MS = 60_000;
/** What a measuring thread may use of memory beside the mesh itself. */
const HEAP_MB = 256;

/** What a thread is told. */
export interface ModelAsked {
  path: string;
  kind: ModelKind;
  preview: boolean;
}

/** What a thread answers of a file it could read. */
export interface ModelMeasured {
  mesh: InspectedModel;
  /** A light GLB for the viewer (see `meshPreview`); null where none was asked for, or nothing is left to show. */
  preview: LightModel | null;
}

/** Two at once at most, one where the machine has one core: a mesh may need a gigabyte. */
let freePlaces = Math.min(2, availableParallelism());
const waiting: (() => void)[] = [];
/** Threads between two files. Each goes after a while without work, and none keeps the process alive. */
const idle: { thread: Worker; leaving: NodeJS.Timeout }[] = [];
const IDLE_MS = 10_000;

/**
 * The facts of the model at `path` (see `measureModel`), without a preview.
 * @param kind as the file's name claims; the file itself may be called anything.
 */
export async function meshFactsOf(
  path: string,
  kind: ModelKind = 'stl',
): Promise<InspectedModel | MeshRefusal> {
  const answer = await measureModel({ path, kind, preview: false });
  return typeof answer === 'string' ? answer : answer.mesh;
}

/**
 * Measures a model in a thread of its own, with limits on time and memory, so that a hostile file costs one thread for a
 * minute and nobody else anything.
 * @param withinMs how long the thread may take; waiting for its turn does not count.
 * @param signal ends it early; the answer is the signal's reason then, as an error.
 * @returns what was measured, or the word why the file is refused.
 */
export async function measureModel(
  asked: ModelAsked,
  withinMs = MEASURE_WITHIN_MS,
  signal: AbortSignal | null = null,
): Promise<ModelMeasured | MeshRefusal> {
  if ((await stat(asked.path)).size > MODEL_MAX_BYTES) return 'mesh-too-large';
  if (freePlaces > 0) freePlaces -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    signal?.throwIfAborted();
    return await inThread(takeThread(), asked, withinMs, signal);
  } finally {
    // The place goes straight to the next in line, so that nobody slips in between.
    const next = waiting.shift();
    if (next) next();
    else freePlaces += 1;
  }
}

function takeThread(): Worker {
  const rested = idle.pop();
  if (rested) {
    clearTimeout(rested.leaving);
    rested.thread.ref();
    return rested.thread;
  }
  const thread = new Worker(new URL('./mesh-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  // A thread may also end between two files; without a listener its error would end the process.
  thread.on('error', () => forget(thread)).on('exit', () => forget(thread));
  return thread;
}

function restThread(thread: Worker): void {
  thread.unref();
  const leaving = setTimeout(() => {
    forget(thread);
    void thread.terminate();
  }, IDLE_MS).unref();
  idle.push({ thread, leaving });
}

function forget(thread: Worker): void {
  const place = idle.findIndex((entry) => entry.thread === thread);
  if (place < 0) return;
  clearTimeout(idle[place]?.leaving);
  idle.splice(place, 1);
}

/** A thread that did not answer properly is ended; only a healthy one rests for the next file. */
function inThread(
  thread: Worker,
  asked: ModelAsked,
  withinMs: number,
  signal: AbortSignal | null,
): Promise<ModelMeasured | MeshRefusal> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void, healthy: boolean) => {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', aborted);
      // One by one: removeAllListeners would also cut the wires Node itself has laid to the thread.
      thread.off('message', answered).off('error', failed).off('exit', ended);
      if (healthy) restThread(thread);
      else void thread.terminate();
      finish();
    };
    const answered = (answer: ModelMeasured | MeshRefusal) => settle(() => resolve(answer), true);
    const failed = (reason: NodeJS.ErrnoException) => {
      const outgrown = reason.code === 'ERR_WORKER_OUT_OF_MEMORY';
      settle(() => (outgrown ? resolve('mesh-too-long') : reject(reason)), false);
    };
    const ended = (code: number) => {
      settle(() => reject(new Error(`measuring a mesh ended with code ${code} and no answer`)), false);
    };
    const aborted = () => settle(() => reject(signal?.reason), false);
    const deadline = setTimeout(() => settle(() => resolve('mesh-too-long'), false), withinMs);
    signal?.addEventListener('abort', aborted);
    thread.on('message', answered).on('error', failed).on('exit', ended);
    thread.postMessage(asked);
  });
}
