/**
 * The entry point of `npm start`, `npm test` and the other commands. It needs only Node 20 and npm: it installs missing
 * packages, then runs the command with the Node among them, which runs TypeScript directly.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The script of each command; further arguments are passed to it. */
export const COMMANDS = {
  start: 'src/ops/start.ts',
  dev: 'src/dev/serve.ts',
  test: 'src/dev/test.ts',
  check: 'src/dev/check.ts',
  bench: 'src/dev/bench/main.ts',
  drill: 'src/dev/drill/main.ts',
  'drill:attack': 'src/dev/drill/attack.ts',
  'drill:orders': 'src/dev/drill/orders.ts',
  'drill:uploads': 'src/dev/drill/uploads.ts',
  refund: 'src/ops/refund.ts',
  'stripe:setup': 'src/ops/stripe-setup.ts',
  'test:stripe': 'src/dev/stripe-test/main.ts',
  records: 'src/dev/records.ts',
};

/** The oldest Node that can install, and the oldest that runs TypeScript directly. */
const OLDEST_TO_INSTALL = 20;
const OLDEST_TO_RUN = [22, 18];
const STAMP = join('node_modules', '.guildhall-installed');
/** How often progress of the installation is printed. In ms. */
const PROGRESS_EVERY_MS = 10_000;
/** How often to check that npm, which does not forward signals, still runs. In ms. */
const CHECK_EVERY_MS = 500;

/** A hash of the inputs of an installation: the lock file and parts of package.json, not its scripts. */
export function packagesWanted(root) {
  const { dependencies, devDependencies, optionalDependencies, allowScripts } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const lock = join(root, 'package-lock.json');
  return createHash('sha256')
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, allowScripts]))
    .update(existsSync(lock) ? readFileSync(lock) : '')
    .digest('hex');
}

/** Whether `npm install` must run: nothing is installed, or the required packages have changed. */
export function installationIsStale(root) {
  const byNpm = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(byNpm)) return true;
  const stamp = join(root, STAMP);
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') !== packagesWanted(root);
  // npm was run by hand: the installation is current unless the package files were written since.
  const installed = statSync(byNpm).mtimeMs;
  return ['package.json', 'package-lock.json'].some(
    (name) => existsSync(join(root, name)) && statSync(join(root, name)).mtimeMs > installed,
  );
}

/** One sentence on why npm failed, from its output. */
export function installationTrouble(output) {
  if (/ENOSPC/.test(output))
    return 'The disk is full: the packages need about 900 MB. Free some space and start again.';
  if (/EACCES|EPERM/.test(output))
    return 'npm may not write here: give your user the right to write into this folder and start again.';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(output))
    return 'The packages could not be fetched: npm has no connection to its registry. Check the network or npm’s proxy settings and start again.';
  if (/ETARGET|E404/.test(output))
    return `npm’s registry does not have one of the packages:\n${output.trim().split('\n').slice(0, 4).join('\n')}`;
  return `npm install failed:\n${output.trim().split('\n').slice(-12).join('\n')}`;
}

/** The Node to run the command with: the installed Node 24, else the current one if it is new enough, else null. */
export function nodeToRun(root, running = process.versions.node, program = process.execPath) {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const installed = join(root, 'node_modules', 'node', 'bin', file);
  if (existsSync(installed) && statSync(installed).size > 1_000_000) return installed;
  const [major = 0, minor = 0] = running.split('.').map(Number);
  return major > OLDEST_TO_RUN[0] || (major === OLDEST_TO_RUN[0] && minor >= OLDEST_TO_RUN[1])
    ? program
    : null;
}

function install() {
  const npm = process.env.npm_execpath;
  const npmArgs = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  const [program, args] = npm?.endsWith('.js')
    ? [process.execPath, [npm, ...npmArgs]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', npmArgs];
  console.log('Installing packages; the first time takes a minute or two.');
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const progressTimer = setInterval(
    () => console.log(`  still installing (${seconds()} s)`),
    PROGRESS_EVERY_MS,
  );
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32' && program.endsWith('.cmd'),
      env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output = (output + chunk).slice(-8000);
    });
    child.once('error', (reason) => {
      clearInterval(progressTimer);
      resolve(
        `npm could not be started (${reason.message}). Install npm, which comes with Node, and start again.`,
      );
    });
    child.once('close', (code) => {
      clearInterval(progressTimer);
      if (code !== 0) return resolve(installationTrouble(output));
      writeFileSync(join(ROOT, STAMP), packagesWanted(ROOT));
      console.log(`Packages installed in ${seconds()} s.`);
      resolve(null);
    });
  });
}

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
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DEV_BACKGROUND: '0' },
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
  if (installationIsStale(ROOT)) {
    const trouble = await install();
    if (trouble) {
      console.error(trouble);
      return 1;
    }
  }
  const program = nodeToRun(ROOT);
  if (!program) {
    console.error(
      `The Node that comes with the packages is missing, and ${process.versions.node} is older than ${OLDEST_TO_RUN.join('.')}. Run npm install with scripts allowed, or install a newer Node.`,
    );
    return 1;
  }
  return runCommand(program, script, args);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main(process.argv.slice(2));
}
