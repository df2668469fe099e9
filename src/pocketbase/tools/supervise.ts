import { type Served, type ServeOptions, servePocketBase } from './serve.ts';

export type SupervisorState = 'starting' | 'up' | 'down' | 'stopped';

export interface Supervisor {
  url: string;
  /** The running PocketBase's process id, or null while it is down. */
  pid(): number | null;
  stop(): Promise<void>;
}

/** First and longest pause before a restart, in ms; doubled with each failure in a row. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Keeps a PocketBase process running and restarts it when it dies, with a pause that doubles while starts fail.
 * @throws Error when the first start fails, so that the cause is visible.
 */
export async function supervisePocketBase(
  options: ServeOptions,
  onState: (state: SupervisorState) => void = () => undefined,
): Promise<Supervisor> {
  let stopping = false;
  let wake: () => void = () => undefined;
  onState('starting');
  let served: Served | null = await servePocketBase(options);
  onState('up');

  const watching = (async () => {
    let pause = FIRST_PAUSE_MS;
    while (!stopping) {
      if (served) {
        await served.ended;
        served = null;
        if (stopping) break;
        onState('down');
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, pause);
      });
      if (stopping) break;
      try {
        served = await servePocketBase(options);
        pause = FIRST_PAUSE_MS;
        onState('up');
      } catch (reason) {
        options.log?.(String(reason));
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  })();

  return {
    url: `http://127.0.0.1:${options.port}`,
    pid: () => served?.child.pid ?? null,
    async stop() {
      stopping = true;
      wake();
      await served?.stop();
      await watching;
      await served?.stop();
      onState('stopped');
    },
  };
}
