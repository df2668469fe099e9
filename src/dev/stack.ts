import { join } from 'node:path';
import { serviceClient } from '../data/kernel/client.ts';
import {
  type Companions,
  type OpenCompanions,
  openStack,
  type Stack,
  type StackAccount,
  type StackOptions,
} from '../ops/stack.ts';
import { paths } from '../paths.ts';
import { SUBSCRIBED_EVENTS } from '../server/adapters/stripe/subscribed-events.ts';
import { type Settings, STAND_IN_KEY } from '../server/app/settings.ts';
import { factorSeal } from '../server/identity/authenticator.ts';
import { type MailSink, openMailSink } from './mail.ts';
import { openPaymentStandIn, type PaymentStandIn } from './payments/stand-in.ts';
import { demoLogins } from './world/cast.ts';
import { type DemoSize, demoSizeOf } from './world/demo-size.ts';
import { seedFullWorld } from './world/full/seed.ts';
import { FULL_STORES } from './world/full/stores.ts';
import { openAccounts, seedMoney } from './world/money.ts';
import { seedPurchases } from './world/purchases.ts';
import { seedReviews } from './world/reviews.ts';
import { demoDeskCode, seedSecondFactors } from './world/second-factors.ts';
import { seedWorld } from './world/seed.ts';

export interface DevStackOptions extends Omit<StackOptions, 'companions'> {
  /** Whether the demo people and their stores are created on the first start. */
  demo: boolean;
  /** Which demo world: the small one unless said otherwise. */
  demoSize?: DemoSize;
  /** Tax that the payment stand-in adds where it is asked to, in percent. 0 by default: the site asks if STRIPE_TAX is on. */
  taxPercent?: number;
  /** Settings of the site's process alone, such as a POCKETBASE_URL that counts what passes. */
  siteEnv?: Record<string, string>;
  /** Where the payment stand-in sends webhooks, such as a load balancer; the stack's own site by default. */
  webhooksTo?: string;
}

export { demoSizeOf };

/** The stack of a laptop: the production stack with a mail sink, the payment stand-in and the demo world. */
export interface DevStack extends Stack {
  mail: MailSink;
  /** Null where a real key of the payment provider is set. */
  payments: PaymentStandIn | null;
}

/**
 * Starts the development stack.
 * @throws as `openStack` does.
 */
export async function openDevStack({
  demo,
  demoSize = 'small',
  taxPercent = 0,
  siteEnv = {},
  webhooksTo,
  ...options
}: DevStackOptions): Promise<DevStack> {
  const opened: { mail?: MailSink; payments?: PaymentStandIn | null } = {};
  const companions = (settings: Settings): Companions => {
    if (settings.production) throw new Error('The development stack does not start in production.');
    const usesStandIn = settings.payments.secretKey === STAND_IN_KEY;
    const { mailPage, smtp, payments: port } = options.ports;
    return {
      ports: { mailPage, smtp, ...(usesStandIn ? { payments: port } : {}) },
      async open() {
        const mail = await openMailSink({ smtp, page: mailPage, deskCode: demo ? demoDeskCode : undefined });
        try {
          const origin = webhooksTo ?? `http://127.0.0.1:${options.ports.site}`;
          const payments = usesStandIn ? await openPayments(port, settings, taxPercent, origin) : null;
          opened.mail = mail;
          opened.payments = payments;
          const { progress } = options;
          return openCompanions({ mail, payments, demo, demoSize, settings, siteEnv, progress });
        } catch (reason) {
          await mail.close();
          throw reason;
        }
      },
    };
  };
  const stack = await openStack({ ...options, companions });
  const { mail, payments = null } = opened;
  if (!mail) throw new Error('The mail sink was not opened.');
  return { ...stack, mail, payments };
}

function openPayments(
  port: number,
  settings: Settings,
  taxPercent: number,
  webhooksTo: string,
): Promise<PaymentStandIn> {
  const webhook = {
    url: webhooksTo + paths.paymentWebhook(),
    secret: settings.payments.webhookSecret.split(',')[0] ?? '',
  };
  return openPaymentStandIn({
    port,
    taxPercent,
    webhookUrl: webhook.url,
    webhookSecret: webhook.secret,
    // Like the real one: only what `npm run stripe:setup` subscribes to.
    webhookEvents: SUBSCRIBED_EVENTS.marketplace,
    sellerWebhook: { ...webhook, events: SUBSCRIBED_EVENTS.sellers },
    accountWebhook: { ...webhook, events: SUBSCRIBED_EVENTS.accounts },
    fundsWaitDays: 2,
    stateFile: join(settings.dataDir, 'payments.json'),
    clockFile: clockFileIn(settings.dataDir),
  });
}

/** The file in which the payment stand-in writes how far its clock is ahead. */
const clockFileIn = (dataDir: string): string => join(dataDir, 'payments.clock');

interface DevParts {
  mail: MailSink;
  payments: PaymentStandIn | null;
  demo: boolean;
  demoSize: DemoSize;
  settings: Settings;
  siteEnv: Record<string, string>;
  progress: (line: string) => void;
}

function openCompanions(parts: DevParts): OpenCompanions {
  const { mail, payments, demo, settings, siteEnv } = parts;
  const smtp = {
    host: '127.0.0.1',
    port: mail.smtpPort,
    username: '',
    password: '',
    tls: false,
    from: 'hall@guildhall.test',
  };
  return {
    smtp,
    env: {
      ...(payments && {
        STRIPE_SECRET_KEY: settings.payments.secretKey,
        STRIPE_WEBHOOK_SECRET: settings.payments.webhookSecret,
        STRIPE_API_URL: payments.url,
        CLOCK_FILE: clockFileIn(settings.dataDir),
      }),
      ...(!settings.smtp && { SMTP_HOST: smtp.host, SMTP_PORT: String(smtp.port), SMTP_FROM: smtp.from }),
      ...siteEnv,
    },
    fill: (database) => (demo ? seed(parts, database) : Promise.resolve()),
    notices: () => [
      `  Mail       ${mail.url}`,
      ...(payments
        ? [`  Payments   ${payments.url} (stand-in for the payment provider; pay with 4242 4242 4242 4242)`]
        : []),
      ...(demo
        ? [
            `  Desk code  ${mail.url}/desk-code (the second factor of odile and magnus)`,
            '',
            '  The demo people:',
            ...demoLogins().map((line) => `    ${line}`),
          ]
        : []),
    ],
    async close() {
      await payments?.close();
      await mail.close();
    },
  };
}

async function seed(
  { payments, settings, demoSize, progress }: DevParts,
  { url, service }: { url: string; service: StackAccount },
): Promise<void> {
  const pb = serviceClient({ url, ...service });
  const options = { pb, pocketbaseUrl: url, modelsDir: settings.modelsDir, now: Date.now(), progress };
  await seedWorld(options);
  await seedSecondFactors(pb, factorSeal(service.password), Date.now());
  if (payments) {
    await seedMoney(pb, payments);
    await seedPurchases(pb, payments, settings);
    await seedReviews(pb, Date.now());
  }
  if (demoSize === 'small') return;
  await seedFullWorld(options);
  if (payments) await openAccounts(pb, payments, Object.values(FULL_STORES));
}
