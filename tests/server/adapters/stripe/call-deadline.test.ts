import dns from 'node:dns';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterEach, expect, it, vi } from 'vitest';
import { openStripe } from '../../../../src/server/adapters/stripe/client.ts';

let server: http.Server | null = null;
afterEach(async () => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  server = null;
});

const asked = (apiUrl: string) =>
  openStripe({ secretKey: 'sk_test_local', apiUrl }, 50).customers.retrieve('cus_1');

it('a provider whose name is not found in time counts as away', async () => {
  // A name server that stays silent.
  const lookups = vi.spyOn(dns, 'lookup').mockImplementation((() => undefined) as never);
  await expect(asked('http://provider.example')).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  // The SDK tried once more.
  expect(lookups).toHaveBeenCalledTimes(2);
});

it('an answer that drips has the same deadline, however many bytes come', async () => {
  const dripping = http.createServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => res.write(' '), 10);
    res.on('close', () => clearInterval(drip));
  });
  server = dripping;
  await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
  const { port } = dripping.address() as AddressInfo;
  await expect(asked(`http://127.0.0.1:${port}`)).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
});
