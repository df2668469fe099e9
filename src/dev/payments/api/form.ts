import { Problem } from './problem.ts';

/** A form value of the provider's API, nested by brackets. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type FormFields = { [name: string]: FormValue };

/** Parses `a[b][0]=c` into nested values. Consecutive indices become lists, and so does `a[]=b`. */
export function parseForm(text: string): FormFields {
  const form: FormFields = Object.create(null) as FormFields;
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.replaceAll(']', '').split('[');
    let place = form;
    for (const [at, named] of steps.entries()) {
      const step = named === '' ? String(Object.keys(place).length) : named;
      if (step === '__proto__') break;
      if (at === steps.length - 1) place[step] = value;
      else {
        const next = place[step];
        const inner =
          typeof next === 'object' && !Array.isArray(next) ? next : (Object.create(null) as FormFields);
        place[step] = inner;
        place = inner;
      }
    }
  }
  return lists(form) as FormFields;
}

function lists(value: FormValue): FormValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  const isList = names.length > 0 && names.every((name, at) => name === String(at));
  if (isList) return names.map((name) => lists(value[name] ?? ''));
  return Object.fromEntries(names.map((name) => [name, lists(value[name] ?? '')]));
}

export function fieldText(value: FormValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function formOf(value: FormValue | undefined): FormFields {
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function itemsOf(value: FormValue | undefined): FormValue[] {
  return Array.isArray(value) ? value : [];
}

/** The text values of a nested form, such as metadata. */
export function fieldTexts(value: FormValue | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formOf(value)).flatMap(([name, text]): [string, string][] =>
      typeof text === 'string' ? [[name, text]] : [],
    ),
  );
}

/** Parses a JSON body of the provider's second API. Numbers and booleans become texts, as in a form. */
export function formOfJson(text: string): FormFields {
  let read: unknown;
  try {
    read = JSON.parse(text === '' ? '{}' : text, (_, value: unknown) =>
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : (value ?? ''),
    );
  } catch {
    throw new Problem(400, 'The body is not valid JSON.');
  }
  return formOf(read as FormValue);
}

/** An amount in cents, a count or a time in seconds. @throws Problem naming the field. */
export function wholeNumber(value: unknown, param: string): number {
  const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) throw new Problem(400, `Invalid integer: ${String(value)}`, { param });
  return number;
}

/** A required text. @throws Problem naming the field. */
export function requiredText(form: FormFields, param: string): string {
  const text = fieldText(form[param]);
  if (text === null)
    throw new Problem(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
  return text;
}

/**
 * Refuses parameters that are not modelled, instead of ignoring them.
 * @throws Problem naming the first unknown field.
 */
export function rejectUnknown(form: FormFields, known: readonly string[], within = ''): void {
  const unknown = Object.keys(form).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const param = within === '' ? unknown : `${within}[${unknown}]`;
  throw new Problem(400, `Received unknown parameter: ${param}. The stand-in does not model it.`, {
    code: 'parameter_unknown',
    param,
  });
}
