/**
 * Settings of the site that operators change while it runs. Each group belongs to the context that uses it: its name, what
 * holds where nothing is stored, and the check that both a stored value and one from the desk have to pass.
 */
export interface SettingGroup<V extends object> {
  /** The name of its row in `site_settings`: small letters and hyphens, at most 40. */
  readonly name: string;
  /** What holds while no row is stored. A process may replace it by its environment. */
  readonly fallback: V;
  /**
   * Reads a value as JSON gives it, cleaned and complete. Fields that are absent keep the fallback's, so that a value stored
   * by an older build stays readable.
   */
  check(value: unknown): CheckedSetting<V>;
}

/** A valid value, or a message for each field that is refused. */
export type CheckedSetting<V> = { value: V } | { problems: SettingProblems };
export type SettingProblems = Readonly<Record<string, string>>;

/** Settings as they hold now. */
export interface SettingReader {
  get<V extends object>(group: SettingGroup<V>): V;
}

/** A reader of fallbacks, for programs without a running site. */
export const FALLBACK_SETTINGS: SettingReader = { get: (group) => group.fallback };

/** Reads the fields of one group and collects what is wrong with them. */
export interface FieldReader {
  /** A field as it was sent; undefined where it is absent. */
  raw(field: string): unknown;
  /** A whole number from `least` to `most`. */
  wholeNumber(field: string, fallback: number, least: number, most: number, message: string): number;
  flag(field: string, fallback: boolean): boolean;
  /** One of these texts. */
  choice<T extends string>(field: string, fallback: T, values: readonly T[]): T;
  /** A text, cleaned by `clean`, of at most `most` characters. */
  text(field: string, fallback: string, most: number, clean: (text: string) => string): string;
  /** A list of at most `most` different texts that `isValid` accepts. */
  texts(
    field: string,
    fallback: readonly string[],
    most: number,
    isValid: (text: string) => boolean,
    message: string,
  ): string[];
  /** A moment in ms, or null. */
  moment(field: string, fallback: number | null): number | null;
  /** Refuses a field. The first message of a field stays. */
  refuse(field: string, message: string): void;
  /** The value, unless a field was refused. */
  checked<V>(value: V): CheckedSetting<V>;
}

/** The latest moment that a date can be, in ms. */
const LATEST_MOMENT = 8.64e15;

/** Reads a value that is expected to be an object; anything else counts as one without fields that is refused. */
export function readFields(value: unknown): FieldReader {
  const problems: Record<string, string> = {};
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const fields = (isObject ? value : {}) as Record<string, unknown>;
  const refuse = (field: string, message: string) => {
    problems[field] ??= message;
  };
  if (!isObject) refuse('value', 'The settings could not be read.');
  const raw = (field: string) => (Object.hasOwn(fields, field) ? fields[field] : undefined);

  return {
    raw,
    wholeNumber(field, fallback, least, most, message) {
      const found = raw(field) ?? fallback;
      if (typeof found === 'number' && Number.isSafeInteger(found) && found >= least && found <= most)
        return found;
      refuse(field, message);
      return fallback;
    },
    flag(field, fallback) {
      const found = raw(field) ?? fallback;
      if (typeof found === 'boolean') return found;
      refuse(field, 'Choose on or off.');
      return fallback;
    },
    choice(field, fallback, values) {
      const found = raw(field) ?? fallback;
      const known = values.find((one) => one === found);
      if (known !== undefined) return known;
      refuse(field, 'Choose one of the values.');
      return fallback;
    },
    text(field, fallback, most, clean) {
      const found = raw(field) ?? fallback;
      if (typeof found === 'string' && found.length <= most * 4) {
        const cleaned = clean(found);
        if (cleaned.length <= most) return cleaned;
      }
      refuse(field, `Use at most ${most} characters.`);
      return fallback;
    },
    texts(field, fallback, most, isValid, message) {
      const found = raw(field) ?? fallback;
      const isList =
        Array.isArray(found) &&
        found.every((one) => typeof one === 'string' && one.length <= 500 && isValid(one));
      if (!isList) refuse(field, message);
      else if (new Set(found).size > most) refuse(field, `Choose at most ${most}.`);
      else return [...new Set(found as string[])];
      return [...fallback];
    },
    moment(field, fallback) {
      const found = raw(field) === undefined ? fallback : raw(field);
      if (found === null) return null;
      if (typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 && found <= LATEST_MOMENT)
        return found;
      refuse(field, 'Choose a date.');
      return fallback;
    },
    refuse,
    checked: (read) => (Object.keys(problems).length > 0 ? { problems } : { value: read }),
  };
}

/**
 * What a change altered, in a line for the audit log, such as "freePercent: 10 → 12". Long values are cut.
 * @param most characters of the line.
 */
export function settingChanges(before: object, after: object, most = 400): string {
  const [old, now] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  const lines = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]))
    .map((field) => `${field}: ${shown(old[field])} → ${shown(now[field])}`);
  const line = lines.join('; ');
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
