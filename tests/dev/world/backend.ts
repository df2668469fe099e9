import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import { inject } from 'vitest';
import { serviceClient } from '../../../src/data/kernel/client.ts';
import { settingStates } from '../../dashboard-states.ts';
import { type Engine, endEngine, giveBack, startEngine, takeEngine } from './engines.ts';

/** A backend for one test file, or for one test: a real PocketBase with all migrations, and a folder for model files. */
export interface TestBackend {
  pb: PocketBase;
  url: string;
  /** Its superuser. */
  service: { email: string; password: string };
  modelsDir: string;
  /** The folder of its database. */
  dataDir: string;
  close(): Promise<void>;
}

/**
 * An engine of its own, which ends with it.
 * @param database a copy of another backend's database to begin with; empty without one.
 */
export async function openTestBackend(database?: string): Promise<TestBackend> {
  const engine = await startEngine(inject('backend'), inject('enginesDir'), database);
  return { ...backendOf(engine), close: () => endEngine(engine) };
}

/**
 * An empty database in an engine that other tests had before and will have after, which is cheap enough for each test. What
 * an engine counts in its memory, such as requests of one address, goes on: tests of that open an engine of their own.
 */
export async function borrowTestBackend(): Promise<TestBackend> {
  const template = inject('backend');
  const engine = await takeEngine(template, inject('enginesDir'));
  const backend = backendOf(engine);
  const { pb } = backend;
  if (engine.token !== '') pb.authStore.save(engine.token);
  const onTheWay = new Set<Promise<unknown>>();
  const send = pb.send.bind(pb);
  pb.send = <T>(path: string, options: Parameters<typeof send>[1]) => {
    const answer = send<T>(path, options);
    const ended: Promise<unknown> = answer.then(
      () => onTheWay.delete(ended),
      () => onTheWay.delete(ended),
    );
    onTheWay.add(ended);
    return answer;
  };
  return {
    ...backend,
    async close() {
      // What a test has left running asks nobody any more, and what it has sent is over before the next test begins.
      pb.baseURL = NOBODY;
      while (onTheWay.size > 0) await Promise.all(onTheWay);
      engine.token = pb.authStore.token;
      await giveBack(engine, template);
    },
  };
}

/** An address where nobody listens. */
const NOBODY = 'http://127.0.0.1:1';

function backendOf({ served: { url }, folder, dataDir }: Engine): Omit<TestBackend, 'close'> {
  const { service } = inject('backend');
  const pb = settingStates(serviceClient({ url, ...service }));
  return { pb, url, service, modelsDir: join(folder, 'models'), dataDir };
}
