import { type ActionError, isInputError } from 'astro:actions';

/** The longest text that is written back, in characters: as long as the longest token of a mailed link may be. */
const WRITTEN_BACK_MAX = 2000;

/** What a person typed into a form that came back, so that nothing is lost. Passwords are never written back. */
export async function submittedValues(request: Request): Promise<(name: string) => string> {
  if (request.method !== 'POST') return () => '';
  // A body that is no form was sent by no page of ours; the page is then shown as if nothing was typed.
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  return (name) => {
    const value = form?.get(name);
    return typeof value === 'string' && !/password/i.test(name) ? value.slice(0, WRITTEN_BACK_MAX) : '';
  };
}

/** The sentences of a refused form: one per field, and one for the whole where no field is to blame. */
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
