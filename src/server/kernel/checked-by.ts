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
