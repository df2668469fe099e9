import { ActionError } from 'astro:actions';

// The API checks its input by the same rules, below the actions.
export { checkedBy } from '../../server/kernel/checked-by.ts';

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
