#!/usr/bin/env node
/**
 * Keeps a folder in step with your library: downloads what is missing, goes on where it was interrupted, and checks every
 * file against its hash. It deletes nothing. Plain Node 20 or later, without packages; see docs/library-client.md.
 *
 *   GUILDHALL_TOKEN=… node library-client.mjs --site https://example.com --folder models
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as passed } from 'node:timers/promises';
import { parseArgs } from 'node:util';

/** What the process ends with. */
const EXIT = { inStep: 0, incomplete: 1, usage: 2, refused: 3, unreachable: 4, running: 5 };
const USAGE = `Usage: GUILDHALL_TOKEN=… node library-client.mjs --site <address> --folder <folder>
  --token-file <file>  reads the token from a file instead of the environment
  --release <id>       only the models of this guild release
  --model <id>         only this model; may be given several times
  --verify             reads every file again and compares its hash
  --dry-run            only says what would be downloaded`;
/** A request is tried so often; between two tries it waits 1, 2, 4, … seconds, or as long as the site asks. */
const TRIES = 6;
/** A connection on which nothing comes for so long is given up, in ms. */
const SILENCE_MS = 60_000;

/** The most that is read of an answer that is no file, in bytes: a page of the library has some hundred kB. */
const ANSWER_BYTES = 32 * 1024 * 1024;
/** What ids and hashes look like. They become names in the folder, so nothing else is taken. */
const ID = /^[a-z0-9]{15}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** Ends the run with a sentence. */
class Stop extends Error {
  constructor(exit, message) {
    super(message);
    this.exit = exit;
  }
}

/** The site has refused one file; to ask again does not help. */
class Missing extends Error {}

/** The site sends more bytes than it said the file has. */
class TooLong extends Error {}

const say = (text) => process.stdout.write(`${text}\n`);
const warn = (text) => process.stderr.write(`${text}\n`);

async function main() {
  const settings = await readSettings();
  await mkdir(settings.folder, { recursive: true });
  const unlock = settings.dryRun ? async () => undefined : await lock(join(settings.folder, '.library.lock'));
  try {
    return await keepInStep(settings);
  } finally {
    await unlock();
  }
}

async function readSettings() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        site: { type: 'string', default: process.env.GUILDHALL_SITE ?? '' },
        folder: { type: 'string', default: '' },
        'token-file': { type: 'string' },
        release: { type: 'string' },
        model: { type: 'string', multiple: true, default: [] },
        verify: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    }));
  } catch (reason) {
    throw new Stop(EXIT.usage, `${reason.message}\n${USAGE}`);
  }
  const file = values['token-file'];
  const token = (file ? await readFile(file, 'utf8') : (process.env.GUILDHALL_TOKEN ?? '')).trim();
  if (!URL.canParse(values.site) || values.folder === '' || token === '') throw new Stop(EXIT.usage, USAGE);
  const site = new URL(values.site);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(site.hostname);
  if (site.protocol !== 'https:' && !isLocal)
    throw new Stop(
      EXIT.usage,
      'The address of the site starts with https://, so that nobody else reads the token.',
    );
  return {
    origin: site.origin,
    folder: values.folder,
    token,
    release: values.release,
    models: values.model,
    verify: values.verify,
    dryRun: values['dry-run'],
  };
}

/** One run at a time for each folder. The lock of a run that was killed is taken over. */
async function lock(path) {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = await open(path, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(path, { force: true });
    } catch (reason) {
      if (reason.code !== 'EEXIST') throw reason;
      const pid = Number(await readFile(path, 'utf8').catch(() => ''));
      if (pid > 0 && pid !== process.pid && isAlive(pid))
        throw new Stop(EXIT.running, `Another run (process ${pid}) is at work in this folder.`);
      await rm(path, { force: true });
    }
  }
  throw new Stop(EXIT.running, 'Another run is at work in this folder.');
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (reason) {
    return reason.code === 'EPERM';
  }
}

async function keepInStep(settings) {
  const manifest = await readManifest(settings);
  const counts = { there: 0, fetched: 0, failed: 0, bytes: 0 };
  for await (const model of models(settings)) {
    manifest.models[model.id] ??= { folder: newFolder(manifest, model), files: {} };
    const known = Object.assign(manifest.models[model.id], { name: model.name, store: model.store });
    for (const file of model.files.filter(({ isCurrent }) => isCurrent)) {
      try {
        const state = await bring(settings, known, file, model.files);
        counts[state] += 1;
        if (state === 'fetched') counts.bytes += file.sizeBytes;
      } catch (reason) {
        if (reason instanceof Stop) throw reason;
        counts.failed += 1;
        warn(`${known.folder}/${file.name}: ${reason.message}`);
      }
    }
    // After each model, so that a run that is killed has little to look at again.
    if (!settings.dryRun && counts.fetched + counts.failed > 0) await writeManifest(settings, manifest);
  }
  if (!settings.dryRun) {
    await writeManifest(settings, manifest);
    await writeSums(settings, manifest);
  }
  const verb = settings.dryRun ? 'to download' : 'downloaded';
  say(
    `${counts.there} files were there, ${counts.fetched} ${verb} (${(counts.bytes / 1e6).toFixed(1)} MB), ${counts.failed} failed.`,
  );
  return counts.failed > 0 ? EXIT.incomplete : EXIT.inStep;
}

/** The models of the library, page by page. */
async function* models(settings) {
  const api = `${settings.origin}/api/v1/library`;
  if (settings.models.length > 0) {
    for (const id of settings.models)
      yield checked(await jsonOf(await ask(settings, `${api}/${encodeURIComponent(id)}`)));
    return;
  }
  for (let after = null; ; ) {
    const query = new URLSearchParams();
    if (after !== null) query.set('after', after);
    if (settings.release) query.set('release', settings.release);
    const page = await jsonOf(await ask(settings, `${api}?${query}`));
    if (!Array.isArray(page?.items)) throw new Stop(EXIT.refused, NO_LIBRARY);
    for (const model of page.items) yield checked(model);
    if (page.next === null) return;
    if (typeof page.next !== 'string' || page.next === after) throw new Stop(EXIT.refused, NO_LIBRARY);
    after = page.next;
  }
}

const NO_LIBRARY = 'The site answered with something that is no library.';

/** A model as the site described it, once everything in it has the form that is used below. */
function checked(model) {
  const isText = (value) => typeof value === 'string';
  const isFile = (file) =>
    ID.test(file?.id) &&
    SHA256.test(file.sha256) &&
    Number.isSafeInteger(file.sizeBytes) &&
    file.sizeBytes >= 0 &&
    Number.isSafeInteger(file.version) &&
    isText(file.name) &&
    isText(file.url) &&
    URL.canParse(file.url);
  const isModel =
    ID.test(model?.id) &&
    isText(model.name) &&
    isText(model.store) &&
    Array.isArray(model.files) &&
    model.files.every(isFile);
  if (!isModel) throw new Stop(EXIT.refused, NO_LIBRARY);
  return model;
}

/** The JSON in an answer, which is read no further than `ANSWER_BYTES`. */
async function jsonOf(answer) {
  const pieces = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > ANSWER_BYTES) throw new Stop(EXIT.refused, NO_LIBRARY);
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString());
  } catch {
    throw new Stop(EXIT.refused, NO_LIBRARY);
  }
}

/** Makes sure that a file is there, and says whether it was. */
async function bring(settings, known, file, all) {
  const before = known.files[file.id];
  const name = before?.name ?? (await newName(settings, known, file, all));
  const path = join(settings.folder, known.folder, name);
  const isSame = before === undefined || before.sha256 === file.sha256;
  if (isSame && (await sizeOf(path)) === file.sizeBytes) {
    // What this program has not noted itself, as after a kill, is read before it is believed.
    const isTrusted = before !== undefined && !settings.verify;
    if (isTrusted || (await hashOf(path)) === file.sha256) {
      known.files[file.id] = noted(name, file);
      return 'there';
    }
  }
  if (!settings.dryRun) {
    await download(settings, file, path);
    known.files[file.id] = noted(name, file);
    say(`${known.folder}/${name}`);
  }
  return 'fetched';
}

const noted = (name, { sha256, sizeBytes, version }) => ({ name, sha256, sizeBytes, version });

/** Downloads to a .part file named after the hash, goes on where that ends, and gives it its name once the hash is right. */
async function download(settings, file, path) {
  await mkdir(dirname(path), { recursive: true });
  const part = join(dirname(path), `${file.sha256.slice(0, 16)}.part`);
  for (let attempt = 1; ; attempt++) {
    try {
      await fetchRest(settings, file, part);
      if ((await hashOf(part)) === file.sha256) break;
      await rm(part, { force: true });
      throw new Error('the content does not match its hash');
    } catch (reason) {
      if (reason instanceof TooLong) await rm(part, { force: true });
      const isFinal =
        reason instanceof Stop ||
        reason instanceof Missing ||
        reason instanceof TooLong ||
        reason.code === 'ENOSPC';
      if (isFinal || attempt >= TRIES) throw reason;
      await passed(1000 * 2 ** (attempt - 1));
    }
  }
  await rename(part, path);
}

/** Appends what a .part file lacks. */
async function fetchRest(settings, file, part) {
  let have = (await sizeOf(part)) ?? 0;
  if (have > file.sizeBytes) {
    await rm(part);
    have = 0;
  }
  if (have === file.sizeBytes && have > 0) return;
  const answer = await ask(settings, file.url, have > 0 ? { range: `bytes=${have}-` } : {}, file.sha256);
  const isRest = answer.status === 206;
  const handle = await open(part, isRest ? 'a' : 'w');
  let room = file.sizeBytes - (isRest ? have : 0);
  try {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Error('nothing came for a minute')), SILENCE_MS);
    const write = async (pieces) => {
      for await (const piece of pieces) {
        timer.refresh();
        room -= piece.length;
        // Before it is written: a body without an end would fill the disk.
        if (room < 0) throw new TooLong(`the site sends more than the ${file.sizeBytes} bytes it named`);
        await handle.write(piece);
      }
    };
    try {
      if (answer.body) await pipeline(answer.body, write, { signal: silence.signal });
    } finally {
      clearTimeout(timer);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Asks the site. A redirect to where the bytes lie is followed without the token.
 * @param sha256 of a file: its rest is sent only if it is still this one
 */
async function ask({ origin, token }, url, headers = {}, sha256 = null) {
  if (new URL(url).origin !== origin)
    throw new Stop(EXIT.refused, `The site named an address elsewhere: ${url}`);
  for (let attempt = 1; ; attempt++) {
    let wait = 1000 * 2 ** (attempt - 1);
    let problem;
    try {
      const condition = headers.range && sha256 ? { 'if-range': `"${sha256}"` } : {};
      let answer = await fetch(url, {
        headers: {
          ...headers,
          ...condition,
          authorization: `Bearer ${token}`,
          'user-agent': 'library-client/1',
        },
        redirect: 'manual',
      });
      const elsewhere = answer.headers.get('location');
      if (answer.status === 302 && elsewhere) answer = await fetch(new URL(elsewhere, url), { headers });
      if (answer.ok) return answer;
      const said = await jsonOf(answer).catch(() => null);
      problem = typeof said?.message === 'string' ? said.message : `The site answered ${answer.status}.`;
      if (answer.status === 401 || answer.status === 403) throw new Stop(EXIT.refused, problem);
      if (answer.status !== 429 && answer.status < 500) throw new Missing(problem);
      wait = Math.max(wait, 1000 * Number(answer.headers.get('retry-after') ?? 0));
    } catch (reason) {
      if (reason instanceof Stop || reason instanceof Missing) throw reason;
      problem = reason.cause?.message ?? reason.message;
    }
    if (attempt >= TRIES) throw new Stop(EXIT.unreachable, `${origin} cannot be reached: ${problem}`);
    await passed(wait);
  }
}

const sizeOf = (path) =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

async function hashOf(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

const MANIFEST = 'library.json';

async function readManifest({ folder, origin }) {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) return { version: 1, site: origin, models: {} };
  const manifest = JSON.parse(text);
  if (manifest.site !== origin)
    throw new Stop(EXIT.usage, `This folder belongs to ${manifest.site}. Choose another one for ${origin}.`);
  return manifest;
}

async function replace(path, text) {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

const writeManifest = ({ folder }, manifest) =>
  replace(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);

/** For `sha256sum --check SHA256SUMS`. */
async function writeSums({ folder: root }, { models: all }) {
  const lines = Object.values(all).flatMap(({ folder, files }) =>
    Object.values(files).map(({ name, sha256 }) => `${sha256}  ${folder}/${name}`),
  );
  await replace(
    join(root, 'SHA256SUMS'),
    lines
      .sort()
      .map((line) => `${line}\n`)
      .join(''),
  );
}

/** "Store/Model", which no other model has, not even in other letters. */
function newFolder({ models: all }, { id, name, store }) {
  const taken = new Set(Object.values(all).map(({ folder }) => folder.toLowerCase()));
  const wanted = `${safe(store, 50, 'store')}/${safe(name, 50, 'model')}`;
  return taken.has(wanted.toLowerCase()) ? `${wanted} ${id}` : wanted;
}

/** A name in the model's folder that no other file has. A file that was replaced makes room for the one in its place. */
async function newName({ folder: root, dryRun }, known, file, all) {
  const wanted = safe(file.name, 120, 'file');
  const holder = Object.entries(known.files).find(
    ([, { name }]) => name.toLowerCase() === wanted.toLowerCase(),
  );
  if (holder) {
    const [id, old] = holder;
    if (all.find((other) => other.id === id)?.isCurrent) return withEnd(wanted, file.id);
    const moved = withEnd(old.name, `version ${old.version}`);
    const from = join(root, known.folder, old.name);
    if (!dryRun && (await sizeOf(from)) !== null) await rename(from, join(root, known.folder, moved));
    old.name = moved;
    return wanted;
  }
  const path = join(root, known.folder, wanted);
  const size = await sizeOf(path);
  if (size === null) return wanted;
  // Something of this name is there that this program has not noted: its own after a kill, or somebody else's.
  const isOurs = size === file.sizeBytes && (await hashOf(path)) === file.sha256;
  return isOurs ? wanted : withEnd(wanted, file.id);
}

function withEnd(name, end) {
  const ending = extname(name);
  return `${basename(name, ending)} (${end})${ending}`;
}

/** A name that Windows, macOS and Linux all take. */
function safe(name, most, otherwise) {
  const plain = name.normalize('NFC').replace(/[<>:"/\\|?*\p{Cc}]/gu, '-');
  const ending = extname(plain);
  const start = [...basename(plain, ending)].slice(0, most).join('');
  const whole = `${start}${[...ending].slice(0, 20).join('')}`.replace(/^[. ]+|[. ]+$/g, '');
  if (whole === '') return otherwise;
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(whole) ? `_${whole}` : whole;
}

try {
  process.exitCode = await main();
} catch (reason) {
  warn(reason.message);
  process.exitCode = reason instanceof Stop ? reason.exit : EXIT.incomplete;
}
