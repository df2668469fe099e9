import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceClient } from '../data/kernel/client.ts';
import { findPocketBase } from '../pocketbase/tools/binary.ts';
import { buildPocketBase } from '../pocketbase/tools/build.ts';
import { configurePocketBase } from '../pocketbase/tools/configure.ts';
import { settingsKeyOf } from '../pocketbase/tools/settings-key.ts';
import { type Supervisor, supervisePocketBase } from '../pocketbase/tools/supervise.ts';
import { readSettings, type Settings } from '../server/app/settings.ts';
import { nameAtDesk } from '../server/app/site-settings.ts';
import { accountMails } from '../server/notifications/account-mails.ts';
import { type BackendGate, openBackendGate } from './backend-gate.ts';
import { removeRunningNote, stopOrphanedDatabase, writeRunningNote } from './folder-lock.ts';
import { placePictures } from './picture-place.ts';
import { type Ports, refuseTakenPorts } from './ports.ts';
import { openReplica } from './replica/replica.ts';
import { refuseEmptyBefore } from './replica/restore.ts';
import { readReplicaSettings } from './replica/settings.ts';
import { tellReplica } from './replica/told.ts';
import { localServiceAccount } from './service-account.ts';
import { type SiteProcess, superviseSite } from './site-process.ts';
import { openSnapshots } from './snapshot/open-snapshots.ts';
import { readSnapshotSettings } from './snapshot/settings.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** How often the database's process id is recorded: it changes when the supervisor restarts it. In ms. */
const NOTE_EVERY_MS = 2_000;

export interface StackAccount {
  email: string;
  password: string;
}

/** Development servers started with the stack, such as the mail sink. Production has none. */
export interface Companions {
  /** Ports that must be free before anything starts. */
  ports: Partial<Ports>;
  open(): Promise<OpenCompanions>;
}

export interface OpenCompanions {
  /** The mail server to use if the settings have none. */
  smtp: Settings['smtp'];
  /** Settings of the site's process that differ from this process's own. */
  env: Record<string, string>;
  /** Fills the database before the site starts. */
  fill(database: { url: string; service: StackAccount }): Promise<void>;
  /** Lines for the terminal. */
  notices(): string[];
  close(): Promise<void>;
}

export interface StackOptions {
  ports: Ports;
  dataDir: string;
  cacheDir: string;
  /** Settings that differ from this process's own, such as GOOGLE_CLIENT_ID. */
  env?: Record<string, string>;
  /** `null` starts no site: development runs Astro's own server. */
  site: 'built' | null;
  /** Called after the port check; runs while the database is prepared, and the site starts after it. */
  buildSite?: () => Promise<unknown>;
  companions?: (settings: Settings) => Companions;
  progress: (line: string) => void;
}

/** A running marketplace: PocketBase, the site, and in development its companions. */
export interface Stack {
  siteName: string;
  siteUrl: string;
  pocketbaseUrl: string;
  /** Where sites of other machines reach it, or null. */
  gateUrl: string | null;
  service: StackAccount;
  dataDir: string;
  /** The environment of the site's process; development passes it to Astro. */
  env: Record<string, string>;
  /** Lines for the terminal about the companions. */
  notices: string[];
  supervisor: Supervisor;
  /** The site's process id, or null while it is not running. */
  sitePid(): number | null;
  stop(): Promise<void>;
}

/**
 * Starts PocketBase under its supervisor, then the built site.
 * @throws BadSetting, PortTaken or FolderInUse before anything is started; later errors after everything is closed.
 */
export async function openStack(options: StackOptions): Promise<Stack> {
  const { ports, dataDir, progress } = options;
  const settings = settingsOf(options);
  const snapshots = await readSnapshotSettings({ ...process.env, ...options.env }, ROOT, settings.production);
  const replica = readReplicaSettings({ ...process.env, ...options.env }, ROOT, settings);
  const { siteUrl, siteName } = settings;
  const companions = options.companions?.(settings);
  await refuseTakenPorts({
    ...(options.site === null ? {} : { site: ports.site }),
    ...companions?.ports,
  });
  await stopOrphanedDatabase(dataDir);
  await refuseTakenPorts({ pocketbase: ports.pocketbase });
  const { host, secret } = settings.pocketbase;
  const siteIsBuilt = options.buildSite?.();
  // A failed build is reported where it is awaited, not as an unhandled rejection.
  siteIsBuilt?.catch(() => undefined);
  const closers: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    progress('preparing the database');
    await mkdir(dataDir, { recursive: true });
    const opened = await companions?.open();
    if (opened) closers.push(opened.close);
    const service = serviceOf(settings);
    if (replica) await refuseEmptyBefore(replica, dataDir);
    // The replica is closed after the database, whose last writes it copies.
    let copying: { close(): Promise<void> } | null = null;
    closers.push(async () => copying?.close());
    const { supervisor, close } = await openDatabase(options, settings, service);
    closers.push(close);
    const folders = { DATA_DIR: dataDir, MODELS_DIR: settings.modelsDir };
    const pb = serviceClient({ url: supervisor.url, ...service });
    if (replica)
      copying = await openReplica({
        ...{ dataDir, settings: replica, progress, now: Date.now },
        onState: (state) => void tellReplica(pb, state).catch(() => undefined),
      });
    closers.push(openSnapshots(snapshots, settings, folders, progress, pb).close);
    // As operators named it at the desk: the mails of the backend say so from its first on.
    const mailName = await nameAtDesk(pb, settings);
    await configurePocketBase(pb, {
      siteUrl,
      siteName: mailName,
      smtp: settings.smtp ?? opened?.smtp ?? null,
      google: settings.google,
      bucket: await placePictures(pb, settings, progress),
      accountMails: accountMails({ siteUrl, siteName: mailName }),
    });
    await opened?.fill({ url: supervisor.url, service });
    let gate: BackendGate | null = null;
    if (host !== '' && secret !== '') {
      gate = await openBackendGate({ host, port: ports.gate, secret, pocketbasePort: ports.pocketbase });
      closers.push(gate.close);
    }
    const env = { ...siteEnv(options, settings, supervisor.url, service), ...opened?.env };
    let site: SiteProcess | null = null;
    if (options.site === 'built') {
      await siteIsBuilt;
      progress('starting the site');
      site = await superviseSite(env, progress);
      closers.push(site.stop);
    }
    return {
      siteName,
      siteUrl,
      pocketbaseUrl: supervisor.url,
      gateUrl: gate?.url ?? null,
      service,
      dataDir,
      env,
      notices: opened?.notices() ?? [],
      supervisor,
      sitePid: () => site?.pid() ?? null,
      stop,
    };
  } catch (reason) {
    await stop();
    throw reason;
  }
}

function settingsOf({ ports, dataDir, cacheDir, env }: StackOptions): Settings {
  return readSettings(
    { ...process.env, ...env, PORT: String(ports.site), DATA_DIR: dataDir, CACHE_DIR: cacheDir },
    ROOT,
  );
}

function serviceOf({ pocketbase: { email, password }, dataDir }: Settings): StackAccount {
  return password === '' ? localServiceAccount(dataDir) : { email, password };
}

async function openDatabase(
  { ports, dataDir, progress }: StackOptions,
  settings: Settings,
  service: StackAccount,
): Promise<{ supervisor: Supervisor; close: () => Promise<void> }> {
  const [binary, built] = await Promise.all([
    findPocketBase({
      production: settings.production,
      chosen: settings.pocketbase.binary,
      keepIn: join(dataDir, 'bin'),
      progress,
    }),
    buildPocketBase(join(dataDir, 'built')),
  ]);
  const supervisor = await supervisePocketBase(
    {
      binary,
      ...built,
      dataDir: join(dataDir, 'data'),
      port: ports.pocketbase,
      service,
      // Copies of a laptop's folder are opened by other accounts.
      ...(settings.production ? { settingsKey: settingsKeyOf(service.password) } : {}),
      log: (line) => {
        if (/error|panic|warn/i.test(line)) progress(`database: ${line}`);
      },
    },
    (state) => {
      if (state === 'down') progress('the database stopped; restarting it');
    },
  );
  const noteTimer = setInterval(() => writeRunningNote(dataDir, supervisor.pid()), NOTE_EVERY_MS);
  writeRunningNote(dataDir, supervisor.pid());
  // An uncaught error exits without calling `close`; the database must not outlive this process.
  const stopDatabase = () => {
    const pid = supervisor.pid();
    if (pid !== null) process.kill(pid, 'SIGTERM');
  };
  process.once('exit', stopDatabase);
  const close = async () => {
    process.off('exit', stopDatabase);
    clearInterval(noteTimer);
    await supervisor.stop();
    removeRunningNote(dataDir);
  };
  return { supervisor, close };
}

function siteEnv(
  { ports, dataDir, cacheDir, env }: StackOptions,
  { host, siteUrl, modelsDir }: Settings,
  pocketbaseUrl: string,
  service: StackAccount,
): Record<string, string> {
  return {
    ...env,
    PORT: String(ports.site),
    HOST: host,
    PUBLIC_SITE_URL: siteUrl,
    POCKETBASE_URL: pocketbaseUrl,
    POCKETBASE_EMAIL: service.email,
    POCKETBASE_PASSWORD: service.password,
    DATA_DIR: dataDir,
    CACHE_DIR: cacheDir,
    MODELS_DIR: modelsDir,
  };
}
