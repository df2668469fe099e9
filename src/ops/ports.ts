import { createServer } from 'node:net';
import { BadSetting } from '../server/app/settings.ts';

/** The ports of a stack's parts, all on the loopback address. */
export interface Ports {
  site: number;
  pocketbase: number;
  /** Where other machines reach PocketBase, if POCKETBASE_HOST is set. */
  gate: number;
  mailPage: number;
  smtp: number;
  payments: number;
}

/** The default ports, and the setting that changes each. */
const PORTS: Record<keyof Ports, { fallback: number; setting: string }> = {
  site: { fallback: 4321, setting: 'PORT' },
  pocketbase: { fallback: 8090, setting: 'POCKETBASE_PORT' },
  gate: { fallback: 8091, setting: 'POCKETBASE_GATE_PORT' },
  mailPage: { fallback: 4322, setting: 'MAIL_PAGE_PORT' },
  smtp: { fallback: 4323, setting: 'MAIL_SMTP_PORT' },
  payments: { fallback: 4324, setting: 'PAYMENTS_PORT' },
};
const NAMES = Object.keys(PORTS) as (keyof Ports)[];

/** A port is taken; the message is one sentence for the terminal. */
export class PortTaken extends Error {}

/** The ports set in an environment. @throws BadSetting if one is not a port. */
export function portsOf(env: Record<string, string | undefined>): Ports {
  const port = (name: keyof Ports) => {
    const { fallback, setting } = PORTS[name];
    const value = env[setting]?.trim() || String(fallback);
    if (!/^\d{1,5}$/.test(value) || Number(value) < 1 || Number(value) > 65_535)
      throw new BadSetting(`${setting} must be a port from 1 to 65535.`);
    return Number(value);
  };
  return {
    site: port('site'),
    pocketbase: port('pocketbase'),
    gate: port('gate'),
    mailPage: port('mailPage'),
    smtp: port('smtp'),
    payments: port('payments'),
  };
}

/** @throws PortTaken if another program listens on one of the ports. */
export async function refuseTakenPorts(ports: Partial<Ports>): Promise<void> {
  for (const name of NAMES) {
    const port = ports[name];
    if (port !== undefined && (await portIsTaken(port))) {
      throw new PortTaken(
        `Port ${port} is taken by another program; close it, or set ${PORTS[name].setting} to a free port.`,
      );
    }
  }
}

/** Whether another program listens on this port of the loopback address. */
function portIsTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(true));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)));
  });
}

/** A port that is currently free. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** Free ports for every part, so that several stacks can run at once. */
export async function freePorts(): Promise<Ports> {
  return {
    site: await freePort(),
    pocketbase: await freePort(),
    gate: await freePort(),
    mailPage: await freePort(),
    smtp: await freePort(),
    payments: await freePort(),
  };
}
