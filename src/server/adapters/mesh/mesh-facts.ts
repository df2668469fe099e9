import { type ChildProcess, fork } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { InspectedModel, MeshRefusal } from '../../../domain/assets/mesh-report.ts';
import type { ModelKind } from '../../../mesh/read.ts';
import type { LightModel } from './mesh-preview.ts';

/** A model file may weigh this much: 6 million triangles, about 1 GB of memory while it is measured. */
export const MODEL_MAX_BYTES = 300 * 1024 * 1024;
const MEASURE_WITHIN_MS = 60_000;
/** What a worker may use of memory beside the mesh itself. */
const HEAP_MB = 256;
const WORKER = fileURLToPath(new URL('./mesh-worker.ts', import.meta.url));

/** What a worker is told. */
export interface ModelRequest {
  path: string;
  kind: ModelKind;
  preview: boolean;
}

/** What a worker answers: what it measured, the word why a file is refused, or what went wrong. */
export type ModelAnswer = ModelMeasured | MeshRefusal | { failed: string };

/** What was measured of a file that could be read. */
export interface ModelMeasured {
  mesh: InspectedModel;
  /** A light GLB for the viewer (see `meshPreview`); null where none was asked for, or nothing is left to show. */
  preview: LightModel | null;
}

/** Two at once at most, one where the machine has one core: a mesh may need a gigabyte. */
let freePlaces = Math.min(2, availableParallelism());
const waiting: (() => void)[] = [];
/** Workers between two files. Each goes after a while without work, and none keeps the site alive. */
const idle: { worker: ChildProcess; leaving: NodeJS.Timeout }[] = [];
const IDLE_MS = 10_000;
/** All that live, so that none outlives the site in the middle of a model. */
const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const worker of living) worker.kill('SIGKILL');
});

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
 * Measures a model in a process of its own, with limits on time and memory and no secret in its environment, so that a
 * hostile file costs one process for a minute and nobody else anything.
 * @param withinMs how long the worker may take; waiting for its turn does not count.
 * @param signal ends it early; the answer is the signal's reason then, as an error.
 * @returns what was measured, or the word why the file is refused.
 */
export async function measureModel(
  asked: ModelRequest,
  withinMs = MEASURE_WITHIN_MS,
  signal: AbortSignal | null = null,
): Promise<ModelMeasured | MeshRefusal> {
  if ((await stat(asked.path)).size > MODEL_MAX_BYTES) return 'mesh-too-large';
  if (freePlaces > 0) freePlaces -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    signal?.throwIfAborted();
    return await inWorker(takeWorker(), asked, withinMs, signal);
  } finally {
    // The place goes straight to the next in line, so that nobody slips in between.
    const next = waiting.shift();
    if (next) next();
    else freePlaces += 1;
  }
}

function takeWorker(): ChildProcess {
  const rested = idle.pop();
  if (rested) {
    clearTimeout(rested.leaving);
    rested.worker.ref();
    rested.worker.channel?.ref();
    return rested.worker;
  }
  // A process, not a thread: the gigabyte of a large mesh comes and goes outside the site's own memory, whose locks
  // every page would wait for.
  const worker = fork(WORKER, [], {
    env: {},
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  living.add(worker);
  // One may also end between two files; without a listener its error would end the site.
  worker.on('error', () => forget(worker)).on('exit', () => forget(worker));
  return worker;
}

function restWorker(worker: ChildProcess): void {
  worker.unref();
  worker.channel?.unref();
  const leaving = setTimeout(() => {
    forget(worker);
    worker.kill('SIGKILL');
  }, IDLE_MS).unref();
  idle.push({ worker, leaving });
}

function forget(worker: ChildProcess): void {
  if (worker.exitCode !== null || worker.signalCode !== null) living.delete(worker);
  const place = idle.findIndex((entry) => entry.worker === worker);
  if (place < 0) return;
  clearTimeout(idle[place]?.leaving);
  idle.splice(place, 1);
}

/** A worker that did not answer properly is ended; only a healthy one rests for the next file. */
function inWorker(
  worker: ChildProcess,
  asked: ModelRequest,
  withinMs: number,
  signal: AbortSignal | null,
): Promise<ModelMeasured | MeshRefusal> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void, healthy: boolean) => {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', aborted);
      // One by one: removeAllListeners would also cut the wires Node itself has laid to the process.
      worker.off('message', answered).off('error', broken).off('exit', ended);
      if (healthy) restWorker(worker);
      else worker.kill('SIGKILL');
      finish();
    };
    const answered = (told: unknown) => {
      const answer = told as ModelAnswer;
      if (typeof answer === 'object' && 'failed' in answer)
        settle(() => reject(new Error(answer.failed)), true);
      else settle(() => resolve(unwired(answer)), true);
    };
    const broken = (reason: Error) => settle(() => reject(reason), false);
    const ended = (code: number | null) => {
      // Without a code it was a signal: its own, or the system's, when it outgrew the memory.
      const finish = () =>
        code === null
          ? resolve('mesh-too-long')
          : reject(new Error(`measuring a mesh ended with code ${code} and no answer`));
      settle(finish, false);
    };
    const aborted = () => settle(() => reject(signal?.reason), false);
    const deadline = setTimeout(() => settle(() => resolve('mesh-too-long'), false), withinMs);
    signal?.addEventListener('abort', aborted);
    worker.on('message', answered).on('error', broken).on('exit', ended);
    // One that has just ended tells so by its exit.
    worker.send(asked, () => undefined);
  });
}

/** Its bytes lie somewhere in what came over the wire; here they get their own place, which begins where readers can begin. */
function unwired(answer: ModelMeasured | MeshRefusal): ModelMeasured | MeshRefusal {
  if (typeof answer === 'string' || !answer.preview) return answer;
  return { ...answer, preview: { ...answer.preview, glb: Uint8Array.from(answer.preview.glb) } };
}
