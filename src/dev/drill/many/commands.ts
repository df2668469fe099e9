import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');

/** Runs a command of the operator and returns what it printed, and how it ended. */
export async function command(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ printed: string; code: number | null }> {
  const flags = ['--disable-warning=ExperimentalWarning', join(ROOT, script), ...args];
  const child = spawn(process.execPath, flags, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { printed: printed.trim(), code };
}
