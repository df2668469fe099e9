import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { serviceClient } from '../../src/data/kernel/client.ts';
import type { DevStack } from '../../src/dev/stack.ts';
import { paths } from '../../src/paths.ts';
import { openFolderStore } from '../../src/server/adapters/files/file-store.ts';

/** A seller's steps to build a guild. */

export interface Person {
  id: string;
  username: string;
  email: string;
  password: string;
}

/** A user with a confirmed address, in a separate stack. */
export async function personIn(stack: DevStack, username: string): Promise<Person> {
  const person = { username, email: `${username}@guildhall.test`, password: 'a long enough password' };
  const { id } = await serviceClient({ url: stack.pocketbaseUrl, ...stack.service })
    .collection('users')
    .create({ ...person, passwordConfirm: person.password, verified: true });
  return { ...person, id };
}

/** An open store whose owner can be paid, with a draft for each name. Returns their ids by name. */
export async function studioIn(
  stack: DevStack,
  owner: Person,
  models: readonly string[],
  name = 'Fen Casts',
): Promise<Map<string, string>> {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const { id: store } = await pb
    .collection('stores')
    .create({ owner: owner.id, slug: owner.username, name, state: 'open' });
  const stripeAccountId = `acct_${owner.username}`;
  stack.payments?.simulator.openAccount(stripeAccountId, name);
  await pb.collection('business_accounts').create({ store, stripeAccountId, state: 'active', plan: 'free' });
  const files = await openFolderStore(join(stack.dataDir, 'models'));
  const made = new Map<string, string>();
  for (const model of models) {
    const bytes = Buffer.from(`solid ${model}\nendsolid ${model}\n`);
    const { storageKey } = await files.put(
      (async function* () {
        yield bytes;
      })(),
    );
    const { id: product } = await pb.collection('products').create({
      store,
      name: model,
      slug: model.toLowerCase().replaceAll(' ', '-'),
      state: 'draft',
      priceCents: 1000,
      licences: ['personal'],
    });
    await pb.collection('product_files').create({
      product,
      name: `${model}.stl`,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      storageKey,
      role: 'unsupported',
      sizeBytes: bytes.length,
      version: 1,
    });
    made.set(model, product);
  }
  return made;
}

export async function makeTier(page: Page, name: string, monthly: string): Promise<void> {
  await page.goto(paths.sellerTiers('new'));
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('A month').fill(monthly);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('button', { name: `Make public: ${name}` }).click();
  await expect(page.getByText('Public', { exact: true })).toBeVisible();
}

export async function makeBundle(page: Page, name: string, model: string, tier: string): Promise<void> {
  await page.goto(paths.sellerBundles('new'));
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('checkbox', { name: model, exact: true }).check();
  await page.getByRole('checkbox', { name: tier, exact: true }).check();
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('button', { name: `Activate ${name}` }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
}

/** @param at in the seller's local time, as the field takes it: "2026-12-02T18:00". */
export async function scheduleRelease(
  page: Page,
  { title, model, tier, at }: { title: string; model: string; tier: string; at: string },
): Promise<void> {
  await page.goto(paths.sellerReleases('new'));
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Month', { exact: true }).fill(at.slice(0, 7));
  await page.getByRole('checkbox', { name: model, exact: true }).check();
  await page.getByRole('checkbox', { name: tier, exact: true }).check();
  await page.getByLabel('Publish at').fill(at);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule it' }).click();
  await expect(page.getByRole('heading', { name: 'Scheduled' })).toBeVisible();
}
