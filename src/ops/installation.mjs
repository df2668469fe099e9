import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * What the commands need in node_modules, and its installation by npm: the packages of production, or all of them with
 * the tools of tests and checks, and the Node that runs the project where the running one is another.
 */

/** The oldest Node that runs TypeScript directly. */
const OLDEST_TO_RUN = [22, 18];
const STAMP = join('node_modules', '.guildhall-installed');
/** Node is fetched beside the packages, into a folder that npm leaves alone. */
const NODE_PREFIX = join('node_modules', '.guildhall-node');
const NODE_FILE = process.platform === 'win32' ? 'node.exe' : 'node';
const INSTALLED_NODE = join('node_modules', 'node', 'bin', NODE_FILE);
/** A smaller file is only a placeholder. In bytes. */
const SMALLEST_NODE = 1_000_000;
/** How often progress is printed. In ms. */
const PROGRESS_EVERY_MS = 5_000;

const manifest = (root) => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const isInstalled = (root, path) => existsSync(join(root, path, 'package.json'));

/** A hash of the inputs of an installation: the lock file and parts of package.json, not its scripts. */
export function packagesWanted(root) {
  const { dependencies, devDependencies, optionalDependencies, allowScripts } = manifest(root);
  const lock = join(root, 'package-lock.json');
  return createHash('sha256')
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, allowScripts]))
    .update(existsSync(lock) ? readFileSync(lock) : '')
    .digest('hex');
}

/**
 * Whether npm must run: nothing is installed, the required packages have changed, or one of them is missing.
 * `wanted` is "production", or "all" for the tools of tests and checks too.
 */
export function installationIsStale(root, wanted = 'all') {
  const byNpm = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(byNpm)) return true;
  const { dependencies, devDependencies } = manifest(root);
  const names = Object.keys({ ...dependencies, ...(wanted === 'all' ? devDependencies : {}) });
  if (names.some((name) => !isInstalled(root, join('node_modules', name)))) return true;
  const stamp = join(root, STAMP);
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') !== packagesWanted(root);
  // npm was run by hand: the installation is current unless the package files were written since.
  const installed = statSync(byNpm).mtimeMs;
  return ['package.json', 'package-lock.json'].some(
    (name) => existsSync(join(root, name)) && statSync(join(root, name)).mtimeMs > installed,
  );
}

/** The folders of the packages in the lock file that npm installs on this machine. */
export function packagesToInstall(root, wanted = 'all') {
  const lock = join(root, 'package-lock.json');
  if (!existsSync(lock)) return [];
  const libc = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  const fits = (list, own) => !list || list.includes(own);
  const fitsHere = ({ os, cpu, libc: built }) =>
    fits(os, process.platform) &&
    fits(cpu, process.arch) &&
    (process.platform !== 'linux' || fits(built, libc));
  return Object.entries(JSON.parse(readFileSync(lock, 'utf8')).packages ?? {})
    .filter(([path]) => path !== '')
    .filter(([, entry]) => wanted === 'all' || !(entry.dev || entry.devOptional))
    .filter(([, entry]) => !entry.optional || fitsHere(entry))
    .map(([path]) => path);
}

/** Whether tools of tests and checks are among the packages, so that a new installation keeps them. */
export function hasTools(root) {
  const production = new Set(packagesToInstall(root, 'production'));
  return packagesToInstall(root, 'all').some((path) => !production.has(path) && isInstalled(root, path));
}

/** One sentence on why npm failed, from its output. */
export function installationTrouble(output) {
  if (/ENOSPC/.test(output))
    return 'The disk is full: the packages need about 450 MB, and 900 MB with the tools of the tests. Free some space and start again.';
  if (/EACCES|EPERM/.test(output))
    return 'npm may not write here: give your user the right to write into this folder and start again.';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(output))
    return 'The packages could not be fetched: npm has no connection to its registry. Check the network or npm’s proxy settings and start again.';
  if (/ETARGET|E404/.test(output))
    return `npm’s registry does not have one of the packages:\n${output.trim().split('\n').slice(0, 4).join('\n')}`;
  return `npm install failed:\n${output.trim().split('\n').slice(-12).join('\n')}`;
}

function installedNode(root) {
  const file = join(root, INSTALLED_NODE);
  return existsSync(file) && statSync(file).size > SMALLEST_NODE ? file : null;
}

/** The Node to run the command with: the installed Node 24, else the current one if it is new enough, else null. */
export function nodeToRun(root, running = process.versions.node, program = process.execPath) {
  const installed = installedNode(root);
  if (installed) return installed;
  const [major = 0, minor = 0] = running.split('.').map(Number);
  return major > OLDEST_TO_RUN[0] || (major === OLDEST_TO_RUN[0] && minor >= OLDEST_TO_RUN[1])
    ? program
    : null;
}

/**
 * Whether Node must be fetched: none is installed, and the running one is of another major version than package.json
 * names. Where that failed once, as without a network, a running Node that is new enough has to do.
 */
export function nodeIsMissing(root, running = process.versions.node) {
  const named = manifest(root).dependencies?.node;
  if (!named || installedNode(root)) return false;
  if (existsSync(join(root, NODE_PREFIX)) && nodeToRun(root, running)) return false;
  return running.split('.')[0] !== named.split('.')[0];
}

/** The npm package with the program of Node for this machine; the package `node` would install the same one. */
function nodePackage(root) {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const family = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${family}-${system}-${process.arch}@${manifest(root).dependencies.node}`;
}

/** Packages run no scripts of their own and no file of the project is written, so that every version of npm does the same. */
const INSTALL = [
  'install',
  '--no-audit',
  '--no-fund',
  '--no-save',
  '--ignore-scripts',
  '--prefer-offline',
  '--loglevel=error',
];

/** Runs npm; answers null, or what it wrote when it failed. */
function npm(root, words) {
  const args = [...INSTALL, ...words];
  const script = process.env.npm_execpath;
  const [program, all] = script?.endsWith('.js')
    ? [process.execPath, [script, ...args]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];
  return new Promise((resolve) => {
    const child = spawn(program, all, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32' && program.endsWith('.cmd'),
      env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output = (output + chunk).slice(-8000);
    });
    child.once('error', (reason) => resolve({ unstarted: reason.message }));
    child.once('close', (code) => resolve(code === 0 ? null : { output }));
  });
}

/** Fetches the program of Node into its folder. */
function fetchNode(root) {
  mkdirSync(join(root, NODE_PREFIX), { recursive: true });
  return npm(root, ['--no-package-lock', '--prefix', NODE_PREFIX, nodePackage(root)]);
}

/** Puts the fetched program where the packages expect it; the headers and documents beside it, 68 MB, are not kept. */
function placeNode(root) {
  const fetched = join(root, NODE_PREFIX, 'node_modules', nodePackage(root).split('@')[0]);
  const program = [join(fetched, 'bin', NODE_FILE), join(fetched, NODE_FILE)].find(existsSync);
  if (program) {
    const placed = join(root, INSTALLED_NODE);
    mkdirSync(join(placed, '..'), { recursive: true });
    renameSync(program, placed);
    chmodSync(placed, 0o755);
    linkNode(root);
  }
  rmSync(join(root, NODE_PREFIX), { recursive: true, force: true });
}

/** Without this link, which npm makes itself where scripts run, npm would replace the package `node` each time. */
function linkNode(root) {
  if (process.platform === 'win32') return;
  const link = join(root, 'node_modules', '.bin', 'node');
  mkdirSync(join(link, '..'), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(join('..', 'node', 'bin', NODE_FILE), link);
}

/**
 * Installs the packages, and Node beside them where it is missing, and prints its progress.
 * @returns null, or the sentence to print.
 */
export async function install(root, wanted) {
  const kept = hasTools(root) ? 'all' : wanted;
  const packages = packagesToInstall(root, kept);
  const node = nodeIsMissing(root);
  console.log(
    `Installing ${packages.length} packages${kept === 'all' ? ', with the tools of the tests' : ''}${node ? `, and Node ${manifest(root).dependencies.node}` : ''}.`,
  );
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const progressTimer = setInterval(() => {
    const done = packages.filter((path) => isInstalled(root, path)).length;
    const state = done === 0 ? 'fetching the packages' : `${done} of ${packages.length} packages`;
    console.log(`  ${state} (${seconds()} s)`);
  }, PROGRESS_EVERY_MS);
  const [packagesFailed, early] = await Promise.all([
    npm(root, kept === 'all' ? [] : ['--omit=dev']),
    node ? fetchNode(root) : null,
  ]);
  let nodeFailed = early;
  if (node && !packagesFailed && !nodeFailed) placeNode(root);
  // With a new version of the package `node`, npm has just removed the old program.
  if (!node && !packagesFailed && nodeIsMissing(root)) {
    nodeFailed = await fetchNode(root);
    if (!nodeFailed) placeNode(root);
  }
  clearInterval(progressTimer);
  // Without its own Node the project runs on the current one, if that is new enough.
  const failed = packagesFailed ?? (nodeFailed && !nodeToRun(root) ? nodeFailed : null);
  if (failed?.unstarted)
    return `npm could not be started (${failed.unstarted}). Install npm, which comes with Node, and start again.`;
  if (failed) return installationTrouble(failed.output);
  writeFileSync(join(root, STAMP), packagesWanted(root));
  console.log(`Packages installed in ${seconds()} s.`);
  return null;
}
