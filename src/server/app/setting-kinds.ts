/** The kinds of settings: how a text of the environment is read, and what is said where it cannot be. */

/** An invalid setting; its message is one sentence for the operator. */
export class BadSetting extends Error {}

/** @throws BadSetting that names the setting */
type Kind<Value> = (name: string, written: string) => Value;

/** A setting of the environment. */
export interface SettingRow {
  is: Kind<unknown>;
  /** What it is where it is not set; missing for an empty text, or where it depends on others. */
  fallback?: string;
  /** Whether who knows it may do something: it has no default, and nothing shows it. */
  isSecret?: true;
  /** Lines for the operator, as they stand in .env.example. */
  says?: readonly string[];
}

/** Settings by the sections of .env.example, in its order. */
export type SettingSections = Readonly<Record<string, Readonly<Record<string, SettingRow>>>>;

type Union<Sections> = Sections[keyof Sections];
/** The same rows, without their sections. */
export type MergedRows<Sections extends SettingSections> = {
  [Name in Union<Sections> extends infer Rows ? (Rows extends Rows ? keyof Rows : never) : never]: Extract<
    Union<Sections>,
    Record<Name, SettingRow>
  >[Name];
};

const within = (sentence: string, isValid: (value: number) => boolean): Kind<number> => {
  return (name, written) => {
    const value = Number(written);
    if (isValid(value)) return value;
    throw new BadSetting(`${name} must be ${sentence}.`);
  };
};
const whole = (sentence: string, least: number, most: number) =>
  within(sentence, (value) => Number.isInteger(value) && value >= least && value <= most);

const text: Kind<string> = (_, written) => written;
const port = whole('a port from 1 to 65535', 1, 65_535);
const cents = whole('a whole number of cents from 50 to 1000000', 50, 1_000_000);
const milliseconds = (most: number) => whole(`a whole number of milliseconds from 0 to ${most}`, 0, most);

const gb = within('a number of gigabytes above 0', (value) => value > 0 && value <= 1_000_000);
/** In bytes. */
const gigabytes: Kind<number> = (name, written) => Math.round(gb(name, written) * 1000 ** 3);

const mb = within('a number of megabytes from 0', (value) => value >= 0 && value <= 1_000_000);
/** In bytes. */
const megabytes: Kind<number> = (name, written) => Math.round(mb(name, written) * 1024 ** 2);

/** Without slashes at its end. */
const address: Kind<string> = (name, written) => {
  if (!URL.canParse(written) || !/^https?:$/.test(new URL(written).protocol))
    throw new BadSetting(`${name} must be an address such as https://guildhall.example.`);
  return written.replace(/\/+$/, '');
};
const addressOrNone: Kind<string> = (name, written) => (written === '' ? '' : address(name, written));

const onOrOff: Kind<boolean> = (name, written) => {
  if (written !== 'on' && written !== 'off') throw new BadSetting(`${name} must be on or off.`);
  return written === 'on';
};
/** Anything but 1 is no. */
const one: Kind<boolean> = (_, written) => written === '1';

export const SETTING_KINDS = {
  ...{ text, port, cents, milliseconds, gigabytes, megabytes, address, addressOrNone, onOrOff, one },
};
