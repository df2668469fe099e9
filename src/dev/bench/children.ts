import { fork } from 'node:child_process';
import { once } from 'node:events';

/** One of the bench's own servers beside the stack: its origin, its process, and how to stop it. */
export interface BareServer {
  origin: string;
  pid: number;
  stop(): void;
}

/** Starts a server of this folder as a process of its own. Its first message holds its port. */
export async function startServer(entry: string, words: readonly string[]): Promise<BareServer> {
  const child = start(entry, words);
  const { port } = (await firstMessage(child)) as { port: number };
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.disconnect() };
}

/** Runs a program of this folder in a process of its own and returns its first message. */
export async function runProgram(entry: string, words: readonly string[]): Promise<unknown> {
  return firstMessage(start(entry, words));
}

function start(entry: string, words: readonly string[]) {
  return fork(new URL(entry, import.meta.url), words, { execArgv: [] });
}

/** @throws Error if it ends without a message. */
async function firstMessage(child: ReturnType<typeof start>): Promise<unknown> {
  const ended = new AbortController();
  // Unlike `exit`, `disconnect` comes after every message.
  child.once('disconnect', () => ended.abort());
  try {
    const [word] = await once(child, 'message', { signal: ended.signal });
    return word;
  } catch (reason) {
    throw new Error('A process of the bench ended without a result.', { cause: reason });
  }
}
