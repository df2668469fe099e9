import { signedIn } from '../answers.ts';
import { type ActionPolicy, anyUser, buyersRow, form, noInput, policy } from './policy-terms.ts';

/** Policies of the actions about followed stores and saved searches. */
export const FOLLOW_ACTIONS: Record<string, ActionPolicy> = {
  'follows.list': anyUser(noInput),
  'follows.has': anyUser(({ stores }) => ({ storeId: stores.other })),
  // Sellers cannot follow their own store.
  'follows.add': policy(signedIn(401, 200, { 'other seller': 400 }), ({ stores }) => ({
    storeId: stores.other,
    followedAt: 0,
  })),
  'follows.choose': policy(
    signedIn(401, 200, { 'other seller': 400 }),
    ({ stores }) => ({ storeId: stores.other }),
    form,
  ),
  'follows.remove': anyUser(({ stores }) => ({ storeId: stores.other })),

  'savedSearches.list': anyUser(noInput),
  'savedSearches.save': anyUser(() => ({ name: 'Dragons', query: 'query=dragon', pace: 'daily' }), form),
  'savedSearches.putBack': anyUser(() => ({ name: 'Small', query: 'scale=32', pace: 'off', savedAt: 0 })),
  'savedSearches.change': buyersRow(({ savedSearch }) => ({ id: savedSearch, pace: 'weekly' })),
  'savedSearches.remove': anyUser(() => ({ id: 'a'.repeat(15) })),
};
