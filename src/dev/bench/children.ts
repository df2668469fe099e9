import { fork } from 'node:child_process';
import { once } from 'node:events';

/** One of the bench's own servers beside the stack: where it listens, its process, and how to end it. */
export interface BareServer {
  origin: string;
  pid: number;
  stop(): void;
}

/** Starts a server of this folder as a process of its own. It tells its port as its first word. */
export async function startServer(entry: string, words: readonly string[]): Promise<BareServer> {
  const child = start(entry, words);
  const { port } = (await firstMessage(child)) as { port: number };
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.disconnect() };
}

/** Runs a program of this folder to its end, apart, so that its work costs nobody here anything; answers what it told. */
export async function runProgram(entry: string, words: readonly string[]): Promise<unknown> {
  return firstMessage(start(entry, words));
}

function start(entry: string, words: readonly string[]) {
  return fork(new URL(entry, import.meta.url), words, { execArgv: [] });
}

/** @throws Error where it ends without a word. */
async function firstMessage(child: ReturnType<typeof start>): Promise<unknown> {
  const ended = new AbortController();
  // Comes after all that was said, which its end need not.
  child.once('disconnect', () => ended.abort());
  try {
    const [word] = await once(child, 'message', { signal: ended.signal });
    return word;
  } catch (reason) {
    throw new Error('A process of the bench ended before it had said anything.', { cause: reason });
  }
}
