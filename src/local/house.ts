import { join } from 'node:path';
import { serviceClient } from '../data/client.ts';
import { findPocketBase } from '../pocketbase/tools/binary.ts';
import { buildPocketBase } from '../pocketbase/tools/build.ts';
import { configurePocketBase } from '../pocketbase/tools/configure.ts';
import { type Supervisor, supervisePocketBase } from '../pocketbase/tools/supervise.ts';
import { type MailSink, openMailSink } from './mail.ts';
import { portIsTaken } from './ports.ts';
import { localServiceAccount } from './service-account.ts';
import { type SiteProcess, superviseSite } from './site-process.ts';

export interface HousePorts {
  site: number;
  pocketbase: number;
  mailPage: number;
  smtp: number;
}

export const USUAL_PORTS: HousePorts = { site: 4321, pocketbase: 8090, mailPage: 4322, smtp: 4323 };
/** The setting that moves each port, for the sentence about a taken one. */
const PORT_SETTINGS: Record<keyof HousePorts, string> = {
  site: 'PORT',
  pocketbase: 'POCKETBASE_PORT',
  mailPage: 'MAIL_PAGE_PORT',
  smtp: 'MAIL_SMTP_PORT',
};

export interface HouseOptions {
  ports: HousePorts;
  dataDir: string;
  cacheDir: string;
  /** Further settings for the site's process, such as GOOGLE_CLIENT_ID. */
  env?: Record<string, string>;
  /** Whether the demo people and their stores move in. */
  demo: boolean;
  /** `null` leaves the site out, as development does, which runs Astro's own server. */
  site: 'built' | null;
  /** Waited for before the site opens, so that building and preparing go on side by side. */
  siteIsBuilt?: Promise<void>;
  progress: (line: string) => void;
}

export interface House {
  siteUrl: string;
  pocketbaseUrl: string;
  mail: MailSink;
  service: { email: string; password: string };
  /** Names and passwords of the demo people, as lines to read. */
  logins: string[];
  /** What the site's process is told; development hands it to Astro. */
  env: Record<string, string>;
  supervisor: Supervisor;
  /** The site's process id, or null where there is none. */
  sitePid(): number | null;
  stop(): Promise<void>;
}

/** A port is taken; the message is one sentence for the person who started the house. */
export class PortTaken extends Error {}

/** @throws PortTaken when one of the ports is in use; 0 stands for any free one. */
export async function refuseTakenPorts(ports: HousePorts): Promise<void> {
  for (const name of Object.keys(ports) as (keyof HousePorts)[]) {
    if (ports[name] !== 0 && (await portIsTaken(ports[name]))) {
      throw new PortTaken(
        `Port ${ports[name]} is taken by another program; close it, or set ${PORT_SETTINGS[name]} to a free port.`,
      );
    }
  }
}

/**
 * Starts a whole marketplace on this machine: PocketBase under its supervisor, the mail sink, the demo world on the
 * first start, and the built site.
 * @throws PortTaken before anything is started, when one of the ports is in use.
 */
export async function openHouse(options: HouseOptions): Promise<House> {
  const { ports, dataDir, cacheDir, progress } = options;
  await refuseTakenPorts(options.site === null ? { ...ports, site: 0 } : ports);
  const siteUrl = options.env?.['PUBLIC_SITE_URL'] ?? `http://127.0.0.1:${ports.site}`;
  const service = localServiceAccount(dataDir);
  progress('preparing the database');
  const [binary, built] = await Promise.all([
    findPocketBase({
      production: false,
      chosen: process.env['POCKETBASE_BIN'],
      keepIn: join(dataDir, 'bin'),
      progress,
    }),
    buildPocketBase(join(dataDir, 'built')),
  ]);
  const closers: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const mail = await openMailSink({ smtp: ports.smtp, page: ports.mailPage });
    closers.push(() => mail.close());
    const supervisor = await supervisePocketBase(
      {
        binary,
        ...built,
        dataDir: join(dataDir, 'data'),
        port: ports.pocketbase,
        service,
        log: (line) => {
          if (/error|panic|warn/i.test(line)) progress(`database: ${line}`);
        },
      },
      (state) => {
        if (state === 'down') progress('the database stopped; starting it again');
      },
    );
    closers.push(() => supervisor.stop());
    const google = options.env?.['GOOGLE_CLIENT_ID']
      ? {
          clientId: options.env['GOOGLE_CLIENT_ID'],
          clientSecret: options.env['GOOGLE_CLIENT_SECRET'] ?? '',
          authUrl: options.env['GOOGLE_AUTH_URL'] ?? '',
          tokenUrl: options.env['GOOGLE_TOKEN_URL'] ?? '',
          userInfoUrl: options.env['GOOGLE_USER_INFO_URL'] ?? '',
        }
      : null;
    const pb = serviceClient({ url: supervisor.url, ...service });
    await configurePocketBase(pb, {
      siteUrl,
      siteName: process.env['PUBLIC_SITE_NAME'] || 'Guildhall',
      smtp: {
        host: '127.0.0.1',
        port: ports.smtp,
        username: '',
        password: '',
        tls: false,
        from: 'hall@guildhall.test',
      },
      google,
    });
    const modelsDir = join(dataDir, 'models');
    let logins: string[] = [];
    if (options.demo) {
      const [{ seedWorld }, { demoLogins }] = await Promise.all([
        import('./world/seed.ts'),
        import('./world/cast.ts'),
      ]);
      logins = demoLogins();
      await seedWorld({ pb, pocketbaseUrl: supervisor.url, modelsDir, now: Date.now(), progress });
    }
    const env: Record<string, string> = {
      PORT: String(ports.site),
      HOST: '127.0.0.1',
      PUBLIC_SITE_URL: siteUrl,
      POCKETBASE_URL: supervisor.url,
      POCKETBASE_EMAIL: service.email,
      POCKETBASE_PASSWORD: service.password,
      DATA_DIR: dataDir,
      CACHE_DIR: cacheDir,
      MODELS_DIR: modelsDir,
      ...options.env,
    };
    let site: SiteProcess | null = null;
    if (options.site === 'built') {
      await options.siteIsBuilt;
      progress('opening the site');
      site = await superviseSite(env, progress);
      closers.push(site.stop);
    }
    return {
      siteUrl,
      pocketbaseUrl: supervisor.url,
      mail,
      service,
      logins,
      env,
      supervisor,
      sitePid: () => site?.pid() ?? null,
      stop,
    };
  } catch (reason) {
    await stop();
    throw reason;
  }
}
