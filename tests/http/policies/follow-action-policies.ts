import { signedIn } from '../answers.ts';
import { type ActionPolicy, anybody, buyers, form, nothing, own } from './policy-words.ts';

/** Who may do what about the stores he follows and the searches he keeps. */
export const FOLLOW_ACTIONS: Record<string, ActionPolicy> = {
  'follows.list': own(nothing),
  'follows.has': own(({ stores }) => ({ storeId: stores.other })),
  // Nobody follows his own store.
  'follows.add': anybody(signedIn(401, 200, { 'other seller': 400 }), ({ stores }) => ({
    storeId: stores.other,
    followedAt: 0,
  })),
  'follows.choose': anybody(
    signedIn(401, 200, { 'other seller': 400 }),
    ({ stores }) => ({ storeId: stores.other }),
    form,
  ),
  'follows.remove': own(({ stores }) => ({ storeId: stores.other })),

  'savedSearches.list': own(nothing),
  'savedSearches.save': own(() => ({ name: 'Dragons', query: 'query=dragon', pace: 'daily' }), form),
  'savedSearches.putBack': own(() => ({ name: 'Small', query: 'scale=32', pace: 'off', savedAt: 0 })),
  'savedSearches.change': buyers(({ savedSearch }) => ({ id: savedSearch, pace: 'weekly' })),
  'savedSearches.remove': own(() => ({ id: 'a'.repeat(15) })),
};
