import { signedIn } from '../answers.ts';
import type { World } from '../world.ts';
import {
  type ActionPolicy,
  anySeller,
  anyUser,
  backend,
  buyersRow,
  newName,
  newRow,
  noInput,
  policy,
  sellersRow,
} from './policy-terms.ts';

/** An address of the seller that leads nowhere. */
const newWebhook = (world: World) =>
  newRow(world, 'webhooks', {
    store: world.stores.seller,
    url: 'https://receiver.invalid/',
    events: 'refund',
    secret: 'whsec_secret',
  });
/** Actions about what people's own programs may do and are told. */
export const PROGRAM_ACTIONS: Record<string, ActionPolicy> = {
  'stepUps.ways': anyUser(noInput),
  'stepUps.mail': anyUser(noInput),
  'stepUps.confirm': policy(signedIn(401, 400), () => ({ by: 'password', password: 'not theirs' })),
  'apiTokens.list': anyUser(noInput),
  'apiTokens.make': anyUser(() => ({ name: newName(), scopes: ['library.read'], days: 30 })),
  'apiTokens.revoke': buyersRow((world) =>
    newRow(world, 'api_tokens', {
      user: world.users.buyer,
      name: newName(),
      tokenHash: newName() + newName(),
      ending: 'aaaa',
      scopes: 'library.read',
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    }).then((id) => ({ id })),
  ),

  'webhooks.list': anySeller(noInput),
  'webhooks.create': anySeller(async (world) => {
    // Rows of other actions count, and a store may have five.
    const rows = backend(world).collection('webhooks');
    for (const { id } of await rows.getFullList()) await rows.delete(id).catch(() => undefined);
    return { url: 'https://receiver.invalid/', events: ['refund'] };
  }),
  'webhooks.renewSecret': sellersRow(async (world) => ({ id: await newWebhook(world) })),
  'webhooks.remove': sellersRow(async (world) => ({ id: await newWebhook(world) })),
  'webhooks.test': sellersRow(async (world) => ({ id: await newWebhook(world) })),
  'webhooks.deliveries': policy(signedIn(401, 403, { seller: 200, 'other seller': 200 }), async (world) => ({
    id: await newWebhook(world),
    after: null,
  })),
  'webhooks.replay': sellersRow(async (world) => ({
    id: await newRow(world, 'webhook_deliveries', {
      webhook: await newWebhook(world),
      event: 'test',
      state: 'given-up',
      queuedAt: new Date().toISOString(),
    }),
  })),
};
