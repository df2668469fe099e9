import { ClientResponseError } from 'pocketbase';
import { expect, it } from 'vitest';
import { POST } from '../../../src/pages/api/stripe.ts';
import { BadSignature, type ProviderEvent } from '../../../src/server/adapters/stripe/payments.ts';

/** Sends an event whose reading or storing ends as given. */
async function send(readEvent: () => ProviderEvent, store: () => Promise<unknown>) {
  const errors: unknown[] = [];
  const commerce = {
    payments: { readEvent },
    pb: {
      collection: () => ({ create: store, getFirstListItem: store, getList: store, getFullList: store }),
      send: store,
      filter: () => '',
    },
    now: () => 0,
    onError: (reason: unknown) => errors.push(reason),
  };
  const request = new Request('http://site.test/api/stripe', { method: 'POST', body: '{}' });
  const answer = await POST({ request, locals: { app: { commerce } } } as unknown as Parameters<
    typeof POST
  >[0]);
  return { answer: answer as Response, errors };
}
const event = (): ProviderEvent => ({
  id: 'evt_1',
  type: 'checkout.session.completed',
  subject: { kind: 'checkout', id: 'cs_1' },
  at: 0,
});

it.each([0, 401, 403, 503])(
  'an event that comes while the backend is away is to be sent again: %s',
  async (status) => {
    const reason = new ClientResponseError({ status });
    const { answer, errors } = await send(event, () => Promise.reject(reason));
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(errors).toHaveLength(1);
  },
);

it('an event with a wrong signature is not to be sent again', async () => {
  const { answer, errors } = await send(
    () => {
      throw new BadSignature('no');
    },
    () => Promise.resolve(),
  );
  expect([answer.status, errors]).toEqual([400, []]);
});
