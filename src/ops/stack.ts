import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceClient } from '../data/client.ts';
import { type MailSink, openMailSink } from '../dev/mail.ts';
import { openPaymentHouse, type PaymentHouse } from '../dev/payments/stand-in.ts';
import { paths } from '../paths.ts';
import { findPocketBase } from '../pocketbase/tools/binary.ts';
import { buildPocketBase } from '../pocketbase/tools/build.ts';
import { configurePocketBase } from '../pocketbase/tools/configure.ts';
import { type Supervisor, supervisePocketBase } from '../pocketbase/tools/supervise.ts';
import { LAPTOP_KEY, readSettings } from '../server/settings.ts';
import { endLeftover, noteClosed, noteRunning } from './folder-lock.ts';
import { type HousePorts, refuseTakenPorts } from './ports.ts';
import { localServiceAccount } from './service-account.ts';
import { type SiteProcess, superviseSite } from './site-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** How often the database's process id is noted anew: it changes when the supervisor restarts it. In ms. */
const NOTE_EVERY_MS = 2_000;

export interface HouseOptions {
  ports: HousePorts;
  dataDir: string;
  cacheDir: string;
  /** Settings that differ from this process's own, such as GOOGLE_CLIENT_ID. */
  env?: Record<string, string>;
  /** Whether the demo people and their stores move in; never in production. */
  demo: boolean;
  /** `null` leaves the site out, as development does, which runs Astro's own server. */
  site: 'built' | null;
  /** Waited for before the site opens, so that building and preparing go on side by side. */
  siteIsBuilt?: Promise<void>;
  progress: (line: string) => void;
}

export interface House {
  siteName: string;
  siteUrl: string;
  pocketbaseUrl: string;
  /** Null in production, where mails leave for the world. */
  mail: MailSink | null;
  /** Null where real keys of the payment provider are set. */
  payments: PaymentHouse | null;
  service: { email: string; password: string };
  dataDir: string;
  /** Names and passwords of the demo people, as lines to read. */
  logins: string[];
  /** What the site's process is told; development hands it to Astro. */
  env: Record<string, string>;
  supervisor: Supervisor;
  /** The site's process id, or null where there is none. */
  sitePid(): number | null;
  stop(): Promise<void>;
}

/**
 * Starts a whole marketplace on this machine: PocketBase under its supervisor, the mail sink, the demo world on the
 * first start, and the built site. In production the mail sink and the demo world stay out.
 * @throws BadSetting, PortTaken or FolderInUse before anything is started; else whatever hindered a part, with everything closed.
 */
export async function openHouse(options: HouseOptions): Promise<House> {
  const { ports, dataDir, cacheDir, progress } = options;
  const settings = readSettings(
    { ...process.env, ...options.env, PORT: String(ports.site), DATA_DIR: dataDir, CACHE_DIR: cacheDir },
    ROOT,
  );
  const { production, siteUrl, siteName, modelsDir } = settings;
  const standIn = settings.payments.secretKey === LAPTOP_KEY;
  await refuseTakenPorts({
    ...(options.site === null ? {} : { site: ports.site }),
    ...(production ? {} : { mailPage: ports.mailPage, smtp: ports.smtp }),
    ...(standIn ? { payments: ports.payments } : {}),
  });
  await endLeftover(dataDir);
  await refuseTakenPorts({ pocketbase: ports.pocketbase });
  const { email, password } = settings.pocketbase;
  const service = password === '' ? localServiceAccount(dataDir) : { email, password };
  // A failed build is told where it is waited for, not as nobody's rejection.
  options.siteIsBuilt?.catch(() => undefined);
  const closers: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    progress('preparing the database');
    await mkdir(dataDir, { recursive: true });
    const [binary, built] = await Promise.all([
      findPocketBase({
        production,
        chosen: settings.pocketbase.binary,
        keepIn: join(dataDir, 'bin'),
        progress,
      }),
      buildPocketBase(join(dataDir, 'built')),
    ]);
    const mail = production ? null : await openMailSink({ smtp: ports.smtp, page: ports.mailPage });
    if (mail) closers.push(mail.close);
    const knock = {
      url: `http://127.0.0.1:${ports.site}${paths.paymentWebhook()}`,
      secret: settings.payments.webhookSecret.split(',')[0] ?? '',
    };
    const clockFile = join(dataDir, 'payments.clock');
    const payments = standIn
      ? await openPaymentHouse({
          port: ports.payments,
          webhookUrl: knock.url,
          webhookSecret: knock.secret,
          sellerWebhook: knock,
          accountWebhook: knock,
          fundsWaitDays: 2,
          stateFile: join(dataDir, 'payments.json'),
          clockFile,
        })
      : null;
    if (payments) closers.push(payments.close);
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
    const noting = setInterval(() => noteRunning(dataDir, supervisor.pid()), NOTE_EVERY_MS);
    noteRunning(dataDir, supervisor.pid());
    // A program error ends this process without asking anybody; the database must not outlive it.
    const leave = () => {
      const pid = supervisor.pid();
      if (pid !== null) process.kill(pid, 'SIGTERM');
    };
    process.once('exit', leave);
    closers.push(async () => {
      process.off('exit', leave);
      clearInterval(noting);
      await supervisor.stop();
      noteClosed(dataDir);
    });
    const pb = serviceClient({ url: supervisor.url, ...service });
    const sink = mail && {
      host: '127.0.0.1',
      port: mail.smtpPort,
      username: '',
      password: '',
      tls: false,
      from: 'hall@guildhall.test',
    };
    await configurePocketBase(pb, {
      siteUrl,
      siteName,
      smtp: settings.smtp ?? sink,
      google: settings.google,
    });
    let logins: string[] = [];
    if (options.demo && !production) {
      const [{ seedWorld }, { seedMoney }, { seedPurchases }, { seedReviews }, { demoLogins }] =
        await Promise.all([
          import('../dev/world/seed.ts'),
          import('../dev/world/money.ts'),
          import('../dev/world/purchases.ts'),
          import('../dev/world/reviews.ts'),
          import('../dev/world/cast.ts'),
        ]);
      logins = demoLogins();
      await seedWorld({ pb, pocketbaseUrl: supervisor.url, modelsDir, now: Date.now(), progress });
      if (payments) {
        await seedMoney(pb, payments);
        await seedPurchases(pb, payments, settings);
        await seedReviews(pb, Date.now());
      }
    }
    const env: Record<string, string> = {
      ...options.env,
      PORT: String(ports.site),
      HOST: settings.host,
      PUBLIC_SITE_URL: siteUrl,
      POCKETBASE_URL: supervisor.url,
      POCKETBASE_EMAIL: service.email,
      POCKETBASE_PASSWORD: service.password,
      DATA_DIR: dataDir,
      CACHE_DIR: cacheDir,
      MODELS_DIR: modelsDir,
      ...(payments && {
        STRIPE_SECRET_KEY: settings.payments.secretKey,
        STRIPE_WEBHOOK_SECRET: settings.payments.webhookSecret,
        STRIPE_API_URL: payments.url,
        CLOCK_FILE: clockFile,
      }),
      ...(!settings.smtp &&
        sink && { SMTP_HOST: sink.host, SMTP_PORT: String(sink.port), SMTP_FROM: sink.from }),
    };
    let site: SiteProcess | null = null;
    if (options.site === 'built') {
      await options.siteIsBuilt;
      progress('opening the site');
      site = await superviseSite(env, progress);
      closers.push(site.stop);
    }
    return {
      siteName,
      siteUrl,
      pocketbaseUrl: supervisor.url,
      mail,
      payments,
      service,
      dataDir,
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
