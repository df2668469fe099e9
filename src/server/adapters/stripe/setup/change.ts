import type { PlannedPrice, SetupChange } from './payment-setup.ts';

/** A setting that can be compared: its name, its value at the provider and the wanted one. */
export interface Setting {
  name: string;
  now: unknown;
  wanted: unknown;
}

/** The settings whose values differ. Lists are compared without their order. */
export function drifted(settings: readonly Setting[]): Setting[] {
  return settings.filter(({ now, wanted }) => spelled(now) !== spelled(wanted));
}

/** A value in a table: a missing one is a dash. */
export function spelled(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : [...value].map(String).sort().join(', ');
  return value === true ? 'on' : value === false ? 'off' : String(value);
}

/** A change that mends settings, with the names of the settings in both columns. */
export function mending(what: string, drift: readonly Setting[], apply: SetupChange['apply']): SetupChange {
  const column = (side: 'now' | 'wanted') =>
    drift.map((setting) => `${setting.name}: ${spelled(setting[side])}`).join('; ');
  return { what, now: column('now'), wanted: column('wanted'), apply };
}

/** What a list of events lacks and has too many of, as `+ charge.updated − charge.captured`. */
export function eventDrift(now: readonly string[], wanted: readonly string[]): string[] {
  if (now.includes('*')) return [];
  return [
    ...wanted.filter((type) => !now.includes(type)).map((type) => `+ ${type}`),
    ...now.filter((type) => !wanted.includes(type)).map((type) => `− ${type}`),
  ];
}

/** An amount in a table, such as `15.00 usd each month`. */
export const amountText = (price: Pick<PlannedPrice, 'cents' | 'interval'>, currency: string): string =>
  `${(price.cents / 100).toFixed(2)} ${currency} each ${price.interval}`;
