/**
 * The entry point of `npm start`, `npm test` and the other commands. It needs only Node 20 and npm: it installs missing
 * packages, then runs the command with the Node among them, which runs TypeScript directly.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { install, installationIsStale, nodeIsMissing, nodeToRun } from './installation.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The script of each command; further arguments are passed to it. */
export const COMMANDS = {
  start: 'src/ops/start.ts',
  build: 'src/ops/build.ts',
  backend: 'src/ops/backend.ts',
  site: 'src/ops/site.ts',
  jobs: 'src/ops/jobs.ts',
  dev: 'src/dev/serve.ts',
  test: 'src/dev/test.ts',
  'test:changed': 'src/dev/changed/main.ts',
  mutants: 'src/dev/mutants/main.ts',
  check: 'src/dev/check.ts',
  'check:html': 'src/dev/html/main.ts',
  bench: 'src/dev/bench/main.ts',
  drill: 'src/dev/drill/main.ts',
  'drill:attack': 'src/dev/drill/attack.ts',
  'drill:limits': 'src/dev/drill/limits.ts',
  'drill:many': 'src/dev/drill/many/main.ts',
  'drill:orders': 'src/dev/drill/orders.ts',
  'drill:files': 'src/dev/s3/contract.ts',
  'drill:rolling': 'src/dev/drill/rolling/main.ts',
  'drill:uploads': 'src/dev/drill/uploads.ts',
  'drill:upgrade': 'src/dev/drill/upgrade.ts',
  'move-files': 'src/ops/move-files.ts',
  refund: 'src/ops/refund.ts',
  restore: 'src/ops/restore.ts',
  role: 'src/ops/role.ts',
  snapshot: 'src/ops/snapshot.ts',
  'stripe:setup': 'src/ops/stripe-setup.ts',
  'test:stripe': 'src/dev/stripe-test/main.ts',
  decisions: 'src/dev/decisions.ts',
  records: 'src/dev/records.ts',
};

/** Commands that the packages of production are enough for; the others need the tools of tests and checks too. */
const WITHOUT_TOOLS = [
  'start',
  'build',
  'backend',
  'site',
  'jobs',
  'dev',
  'move-files',
  'refund',
  'restore',
  'role',
  'snapshot',
  'stripe:setup',
];

const OLDEST_TO_INSTALL = 20;
/** How often to check that npm, which does not forward signals, still runs. In ms. */
const CHECK_EVERY_MS = 500;

/** The parent process and its parent: npm runs scripts through a shell. */
function ancestors() {
  const found = [process.ppid];
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    const grandparent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (grandparent > 1) found.push(grandparent);
  } catch {
    // Only Linux has /proc; elsewhere the direct parent has to be enough.
  }
  return found.filter((pid) => pid > 1);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (reason) {
    return reason.code === 'EPERM';
  }
}

function runCommand(program, script, args) {
  const settings = existsSync(join(ROOT, '.env')) ? ['--env-file=.env'] : [];
  return new Promise((resolve) => {
    const child = spawn(program, [...settings, '--disable-warning=ExperimentalWarning', script, ...args], {
      cwd: ROOT,
      // The IPC channel tells the child when this process has ended.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: {
        // Code without its types, and compiled, is kept: each process that starts again takes half the time.
        NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled'),
        ...process.env,
        ASTRO_TELEMETRY_DISABLED: '1',
        ASTRO_DEV_BACKGROUND: '0',
      },
    });
    const stop = () => child.kill('SIGTERM');
    // Ctrl-C reaches the child too: a terminal signals every process in its foreground group.
    process.on('SIGINT', () => undefined);
    process.on('SIGTERM', stop);
    process.on('SIGHUP', stop);
    if (process.env.npm_lifecycle_event) {
      const parents = ancestors();
      setInterval(() => {
        if (!parents.every(isAlive)) stop();
      }, CHECK_EVERY_MS).unref();
    }
    child.once('error', (reason) => {
      console.error(`Node could not be started: ${reason.message}`);
      resolve(1);
    });
    child.once('close', (code, signal) =>
      resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)),
    );
  });
}

async function main([command = 'start', ...args]) {
  const script = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!script || !existsSync(join(ROOT, script))) {
    console.error(`There is no command “${command}”; the commands are ${Object.keys(COMMANDS).join(', ')}.`);
    return 2;
  }
  if (Number(process.versions.node.split('.')[0]) < OLDEST_TO_INSTALL) {
    console.error(
      `Guildhall needs Node ${OLDEST_TO_INSTALL} or later to start; this is ${process.versions.node}. Get one from https://nodejs.org and start again.`,
    );
    return 1;
  }
  const wanted = WITHOUT_TOOLS.includes(command) ? 'production' : 'all';
  if (installationIsStale(ROOT, wanted) || nodeIsMissing(ROOT)) {
    const trouble = await install(ROOT, wanted);
    if (trouble) {
      console.error(trouble);
      return 1;
    }
  }
  const program = nodeToRun(ROOT);
  if (!program) {
    console.error(
      `The Node that comes with the packages is missing, and ${process.versions.node} cannot run them. Install Node 24 from https://nodejs.org and start again.`,
    );
    return 1;
  }
  return runCommand(program, script, args);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main(process.argv.slice(2));
}
