import { type ActionAPIContext, ActionError } from 'astro:actions';
import type { z } from 'astro/zod';
import { storeOfOwner } from '../data/stores.ts';
import type { Store } from '../domain/store.ts';
import type { User } from '../domain/user.ts';
import { person } from './person.ts';

/** The person an action is for, and the store that is his, or null where he has none. @throws ActionError UNAUTHORIZED */
export async function mayBeSeller(context: ActionAPIContext): Promise<{ user: User; store: Store | null }> {
  const { user } = person(context);
  return { user, store: await storeOfOwner(context.locals.pb, user.id) };
}

/**
 * The person an action is for and his store. Everything a seller does starts here: what belongs to his store is looked
 * up by its id, so that nothing of another's can be found.
 * @throws ActionError UNAUTHORIZED where nobody is signed in, FORBIDDEN where he has no store.
 */
export async function seller(context: ActionAPIContext): Promise<{ user: User; store: Store }> {
  const { user, store } = await mayBeSeller(context);
  if (!store) throw new ActionError({ code: 'FORBIDDEN', message: 'Open a store first.' });
  return { user, store };
}

/**
 * For `superRefine`: rules of the shop beside the shape of the input, so that their sentences stand at the fields.
 * @param refusals answers a sentence a field; a field of an inner object is told by its own name.
 */
export function ruledBy<Input>(
  refusals: (input: Input) => Readonly<Record<string, string | undefined>>,
): (input: Input, context: z.RefinementCtx) => void {
  return (input, context) => {
    for (const [field, message] of Object.entries(refusals(input)))
      if (message !== undefined) context.addIssue({ code: 'custom', path: [field], message });
  };
}

/**
 * A refusal that only the records could tell, such as a name that is taken. In the browser it is read like a refusal of
 * the input: its sentence stands at the field.
 */
export class FieldRefused extends ActionError {
  override type = 'AstroActionInputError';
  readonly issues: { code: 'custom'; path: [string]; message: string }[];
  constructor(field: string, message: string) {
    super({ code: 'CONFLICT', message });
    this.issues = [{ code: 'custom', path: [field], message }];
  }
}
