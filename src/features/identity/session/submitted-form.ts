import { type ActionError, isInputError } from 'astro:actions';

/** The longest value that is filled in again, in characters: the longest token of a mailed link. */
const VALUE_MAX = 2000;

/** The values of the submitted form, to fill them in again after a refusal. Passwords are never filled in. */
export async function submittedValues(request: Request): Promise<(name: string) => string> {
  if (request.method !== 'POST') return () => '';
  // A body that is not a form was not sent by one of our pages; the fields stay empty then.
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  return (name) => {
    const value = form?.get(name);
    return typeof value === 'string' && !/password/i.test(name) ? value.slice(0, VALUE_MAX) : '';
  };
}

/** The errors of a refused form: one per field, or one for the whole form. */
export function formErrors(error: ActionError | undefined): {
  field: (name: string) => string | undefined;
  problem: string | undefined;
} {
  if (error && isInputError(error)) {
    const { fields } = error;
    return { field: (name) => fields[name]?.[0], problem: undefined };
  }
  return { field: () => undefined, problem: error?.message };
}
