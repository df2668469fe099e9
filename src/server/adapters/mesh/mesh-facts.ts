import { type ChildProcess, fork } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { InspectedModel, MeshRefusal } from '../../../domain/assets/mesh-report.ts';
import type { ModelKind } from '../../../mesh/read.ts';
import type { ShapeSignature } from '../../../mesh/signature/signature.ts';
import type { LightModel } from './mesh-preview.ts';

/** The largest model file: 6 million triangles, about 1 GB of memory while it is measured. */
export const MODEL_MAX_BYTES = 300 * 1024 * 1024;
const MEASURE_WITHIN_MS = 60_000;
/** The heap of a worker, beside the mesh itself. */
const HEAP_MB = 256;
const WORKER = fileURLToPath(new URL('./mesh-worker.ts', import.meta.url));

/** The request to a worker. */
export interface ModelRequest {
  path: string;
  kind: ModelKind;
  preview: boolean;
  signature?: boolean;
  /** Where the model is written as a 3MF. */
  threeMf?: string;
}

/** The answer of a worker: the measurements, why the file is refused, or an error. */
export type ModelAnswer = ModelMeasured | MeshRefusal | { failed: string };

/** The measurements of a readable file. */
export interface ModelMeasured {
  mesh: InspectedModel;
  /** A light GLB for the viewer (see `meshPreview`); null where none was requested, or nothing is left to show. */
  preview: LightModel | null;
  /** Null where none was requested, or the model has no area. */
  signature: ShapeSignature | null;
  /** What was written, where that was requested. */
  threeMf?: { sha256: string; sizeBytes: number };
}

/** At most two at once, one on a machine with one core: a mesh may need a gigabyte. */
let freeSlots = Math.min(2, availableParallelism());
const waiting: (() => void)[] = [];
/** Workers without a job. Each exits after a while, and none keeps the process alive. */
const idle: { worker: ChildProcess; exitTimer: NodeJS.Timeout }[] = [];
const IDLE_MS = 10_000;
/** All running workers, so that none outlives the process. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const worker of running) worker.kill('SIGKILL');
});

/**
 * The facts of the model at `path` (see `measureModel`), without a preview.
 * @param kind the format by the original file name; `path` may have any name.
 */
export async function meshFactsOf(
  path: string,
  kind: ModelKind = 'stl',
): Promise<InspectedModel | MeshRefusal> {
  const answer = await measureModel({ path, kind, preview: false });
  return typeof answer === 'string' ? answer : answer.mesh;
}

/**
 * Measures a model in a separate process, with limits on time and memory and without secrets in its environment. A
 * hostile file costs one process for a minute.
 * @param withinMs how long the worker may take, without the time in the queue.
 * @param signal aborts it with the signal's reason.
 * @returns the measurements, or why the file is refused.
 */
export async function measureModel(
  request: ModelRequest,
  withinMs = MEASURE_WITHIN_MS,
  signal: AbortSignal | null = null,
): Promise<ModelMeasured | MeshRefusal> {
  if ((await stat(request.path)).size > MODEL_MAX_BYTES) return 'mesh-too-large';
  if (freeSlots > 0) freeSlots -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    signal?.throwIfAborted();
    return await inWorker(takeWorker(), request, withinMs, signal);
  } finally {
    // The slot goes directly to the next in the queue, so that no other call takes it.
    const next = waiting.shift();
    if (next) next();
    else freeSlots += 1;
  }
}

function takeWorker(): ChildProcess {
  const ready = idle.pop();
  if (ready) {
    clearTimeout(ready.exitTimer);
    ready.worker.ref();
    ready.worker.channel?.ref();
    return ready.worker;
  }
  // A process, not a thread: allocating the gigabyte of a large mesh in the server's own memory would block every page.
  const worker = fork(WORKER, [], {
    env: {},
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  running.add(worker);
  // A worker may also exit while idle; without a listener its error would end the server.
  worker.on('error', () => forget(worker)).on('exit', () => forget(worker));
  return worker;
}

function releaseWorker(worker: ChildProcess): void {
  worker.unref();
  worker.channel?.unref();
  const exitTimer = setTimeout(() => {
    forget(worker);
    worker.kill('SIGKILL');
  }, IDLE_MS).unref();
  idle.push({ worker, exitTimer });
}

function forget(worker: ChildProcess): void {
  if (worker.exitCode !== null || worker.signalCode !== null) running.delete(worker);
  const place = idle.findIndex((entry) => entry.worker === worker);
  if (place < 0) return;
  clearTimeout(idle[place]?.exitTimer);
  idle.splice(place, 1);
}

/** Runs a request in a worker. A worker that fails is killed; a healthy one waits for the next file. */
function inWorker(
  worker: ChildProcess,
  request: ModelRequest,
  withinMs: number,
  signal: AbortSignal | null,
): Promise<ModelMeasured | MeshRefusal> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void, healthy: boolean) => {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', aborted);
      // One by one: removeAllListeners would also remove Node's own listeners.
      worker.off('message', answered).off('error', broken).off('exit', ended);
      if (healthy) releaseWorker(worker);
      else worker.kill('SIGKILL');
      finish();
    };
    const answered = (message: unknown) => {
      const answer = message as ModelAnswer;
      if (typeof answer === 'object' && 'failed' in answer)
        settle(() => reject(new Error(answer.failed)), true);
      else settle(() => resolve(withOwnBuffer(answer)), true);
    };
    const broken = (reason: Error) => settle(() => reject(reason), false);
    const ended = (code: number | null) => {
      // Without a code it was a signal: ours, or the system's when it ran out of memory.
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
    // A worker that has just exited is reported by its exit event.
    worker.send(request, () => undefined);
  });
}

/** Copies arrays out of the message's buffer, so that they start at an aligned offset. */
function withOwnBuffer(answer: ModelMeasured | MeshRefusal): ModelMeasured | MeshRefusal {
  if (typeof answer === 'string') return answer;
  const { preview, signature } = answer;
  return {
    ...answer,
    preview: preview && { ...preview, glb: Uint8Array.from(preview.glb) },
    signature: signature && { ...signature, histogram: Uint16Array.from(signature.histogram) },
  };
}
