import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { deleteToken, tokensOf } from '../../data/account/api-tokens.ts';
import {
  API_SCOPE_NAMES,
  type ApiScope,
  type ApiToken,
  scopesFor,
  TOKEN_DAYS,
  TOKENS_MAX,
  tokenRefusals,
} from '../../domain/account/api-token.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import { makeToken } from '../../server/account/api-tokens.ts';
import { conflict, fieldsRefused, notFound, tooManyTries } from '../../server/kernel/refusal-error.ts';
import { userAndStore } from '../catalogue/seller.ts';
import { person } from '../identity/person.ts';
import { requireStepUp } from '../identity/step-up.ts';
import { longText, recordIdInput } from '../kernel/plain-input.ts';

/** The user, and whether they have a store that can do anything. */
async function userWithStore(context: ActionAPIContext) {
  const { user, store } = await userAndStore(context);
  return { user, hasStore: store !== null && store.state !== 'suspended' && store.state !== 'closed' };
}

export const apiTokens = {
  /** The user's access tokens, the newest first, and what a new one may be allowed to do. */
  list: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ tokens: ApiToken[]; scopes: ApiScope[] }> {
      const { user, hasStore } = await userWithStore(context);
      const { pb, app } = context.locals;
      return { tokens: await tokensOf(pb, user.id, app.commerce.now()), scopes: scopesFor(hasStore) };
    },
  }),

  /** Makes a token. Its secret is in this answer and nowhere else. */
  make: defineAction({
    accept: 'json',
    input: z.object({
      name: longText.transform(cleanLine),
      scopes: z.array(z.enum(API_SCOPE_NAMES)).max(API_SCOPE_NAMES.length),
      days: z.literal(TOKEN_DAYS),
    }),
    async handler({ name, scopes, days }, context): Promise<{ token: ApiToken; secret: string }> {
      const { user, hasStore } = await userWithStore(context);
      const refused = tokenRefusals({ name, scopes }, hasStore);
      if (Object.keys(refused).length > 0) throw fieldsRefused(refused);
      await requireStepUp(context);
      const {
        commerce,
        account: { apiLimits },
      } = context.locals.app;
      const wait = await apiLimits.newToken(user.id);
      if (wait !== null) throw tooManyTries(wait);
      const made = await makeToken(commerce, user, { name, scopes, days }, commerce.now());
      if (!made)
        throw conflict('You can have up to {most} access tokens. Revoke one first.', { most: TOKENS_MAX });
      return { token: made.token, secret: made.secret };
    },
  }),

  /** Revokes a token: from now on it opens nothing. */
  revoke: defineAction({
    accept: 'json',
    input: z.object({ id: recordIdInput('There is no such access token.') }),
    async handler({ id }, context) {
      const { user } = person(context);
      if (!(await deleteToken(context.locals.pb, user.id, id)))
        throw notFound('There is no such access token.');
      return { id };
    },
  }),
};
