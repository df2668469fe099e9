import { Problem } from './problem.ts';

/** A value of a form as the payment provider's API takes it: nested by brackets. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

/** Reads `a[b][0]=c` into nested values. Indices in a row become lists, and so does `a[]=b`. */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null) as Form;
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.replaceAll(']', '').split('[');
    let place = form;
    for (const [at, named] of steps.entries()) {
      const step = named === '' ? String(Object.keys(place).length) : named;
      if (step === '__proto__') break;
      if (at === steps.length - 1) place[step] = value;
      else {
        const next = place[step];
        const inner = typeof next === 'object' && !Array.isArray(next) ? next : (Object.create(null) as Form);
        place[step] = inner;
        place = inner;
      }
    }
  }
  return lists(form) as Form;
}

function lists(value: FormValue): FormValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  const isList = names.length > 0 && names.every((name, at) => name === String(at));
  if (isList) return names.map((name) => lists(value[name] ?? ''));
  return Object.fromEntries(names.map((name) => [name, lists(value[name] ?? '')]));
}

export function textOf(value: FormValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function formOf(value: FormValue | undefined): Form {
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function listOf(value: FormValue | undefined): FormValue[] {
  return Array.isArray(value) ? value : [];
}

/** Metadata is texts by name. */
export function textsOf(value: FormValue | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formOf(value)).flatMap(([name, text]): [string, string][] =>
      typeof text === 'string' ? [[name, text]] : [],
    ),
  );
}

/** The body of the provider's newer API, which is JSON. Numbers and switches become texts, as a form has them. */
export function formOfJson(text: string): Form {
  let read: unknown;
  try {
    read = JSON.parse(text === '' ? '{}' : text, (_, value: unknown) =>
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : (value ?? ''),
    );
  } catch {
    throw new Problem(400, 'The body is no JSON.');
  }
  return formOf(read as FormValue);
}

/** An amount in cents, a count or a time in seconds. @throws Problem naming the field. */
export function wholeNumber(value: unknown, param: string): number {
  const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) throw new Problem(400, `Invalid integer: ${String(value)}`, { param });
  return number;
}

/** A text that must be there. @throws Problem naming the field. */
export function requiredText(form: Form, param: string): string {
  const text = textOf(form[param]);
  if (text === null)
    throw new Problem(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
  return text;
}

/**
 * What is not modelled is refused rather than overlooked, so that nobody builds on a wish nobody heard.
 * @throws Problem naming the first field that is not among the known.
 */
export function rejectUnknown(form: Form, known: readonly string[], within = ''): void {
  const unknown = Object.keys(form).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const param = within === '' ? unknown : `${within}[${unknown}]`;
  throw new Problem(400, `Received unknown parameter: ${param}. The stand-in does not model it.`, {
    code: 'parameter_unknown',
    param,
  });
}
