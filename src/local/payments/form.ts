/** A value of a form as the payment provider's API takes it: nested by brackets. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

/** Reads `a[b][0]=c` into nested values. Indices in a row become lists. */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null) as Form;
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.split(/\[|\]/).filter((step, at) => at === 0 || step !== '');
    let place = form;
    for (const [at, step] of steps.entries()) {
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
