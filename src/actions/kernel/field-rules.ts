import { ActionError } from 'astro:actions';
import type { z } from 'astro/zod';

/**
 * For `superRefine`: checks an input by rules of the domain, and attaches each message to its field.
 * @param refusals returns a message for each refused field; a field of an inner object goes by its own name.
 */
export function checkedBy<Input>(
  refusals: (input: Input) => Readonly<Record<string, string | undefined>>,
): (input: Input, context: z.RefinementCtx) => void {
  return (input, context) => {
    for (const [field, message] of Object.entries(refusals(input)))
      if (message !== undefined) context.addIssue({ code: 'custom', path: [field], message });
  };
}

/**
 * A refusal of a field that depends on stored records, such as a name that is taken. The browser shows it at the field,
 * like an error of the input.
 */
export class FieldRefused extends ActionError {
  override type = 'AstroActionInputError';
  readonly issues: { code: 'custom'; path: [string]; message: string }[];
  constructor(field: string, message: string) {
    super({ code: 'CONFLICT', message });
    this.issues = [{ code: 'custom', path: [field], message }];
  }
}

/** A refusal of several fields by a rule that an input's schema cannot know. The browser shows each at its field. */
export class FieldsRefused extends ActionError {
  override type = 'AstroActionInputError';
  readonly issues: { code: 'custom'; path: [string]; message: string }[];
  constructor(problems: Readonly<Record<string, string>>) {
    super({ code: 'BAD_REQUEST', message: Object.values(problems)[0] ?? 'The values were refused.' });
    this.issues = Object.entries(problems).map(([field, message]) => ({
      code: 'custom',
      path: [field],
      message,
    }));
  }
}
