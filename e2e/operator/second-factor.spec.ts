import { expect, test } from '@playwright/test';
import { serviceClient } from '../../src/data/kernel/client.ts';
import type { DevStack } from '../../src/dev/stack.ts';
import { DEMO_PASSWORD, PEOPLE } from '../../src/dev/world/people.ts';
import { paths } from '../../src/paths.ts';
import { arriveAtStack, confirmWithPassword, setUpFactor } from '../support/desk.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { personIn } from '../support/sculptor.ts';
import { openOwnStack } from '../support/stack.ts';

/** The second factor of people with a role, and what asks again who somebody is. On a stack with the demo world. */

let stack: DevStack;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  stack = await openOwnStack({ RATE_LIMITS: 'off' }, { demo: true });
});
test.afterAll(() => stack.stop());

test('a newcomer reads the demo’s desk with the code that the page of mails shows', async ({ browser }) => {
  const desk = await arriveAtStack(browser, stack, { ...PEOPLE.odile, password: DEMO_PASSWORD });
  await desk.goto(paths.operatorDesk());
  const code = desk.getByLabel('Code of your authenticator app, or a recovery code');
  await expect(code).toBeVisible();
  await expectItReadsWell(desk);
  await code.fill('000000');
  await desk.getByRole('button', { name: 'Confirm' }).click();
  await expect(desk.getByText(/This code is wrong/).first()).toBeVisible();
  const shown = await (await desk.request.get(`${stack.mail.url}/desk-code`)).text();
  await code.fill(/<h1>(\d{6})<\/h1>/.exec(shown)?.[1] ?? '');
  await desk.getByRole('button', { name: 'Confirm' }).click();
  await expect(desk.getByRole('navigation', { name: 'Operator desk' })).toBeVisible();
});

test('an operator sets up an app, restores the access of another, and replays no code', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const [first, second] = [await personIn(stack, 'ilse'), await personIn(stack, 'bruno')];
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  for (const { id } of [first, second])
    await pb.collection('roles').create({ user: id, role: 'operator', givenBy: 'the test' });

  const desk = await arriveAtStack(browser, stack, first);
  await desk.goto(paths.operatorDesk('people', second.id));
  await expect(desk.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
  await expectItReadsWell(desk);
  await setUpFactor(desk, stack, first);
  await desk.goto(paths.operatorDesk('people', second.id));
  await desk.getByRole('button', { name: 'Allow a new password …' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Let bruno set a new password?' });
  await dialog.getByLabel('Reason').fill('He called and lost his password.');
  // The sign-in was long ago.
  await desk.context().clearCookies({ name: 'guildhall_fresh' });
  await dialog.getByRole('button', { name: 'Allow' }).click();
  await confirmWithPassword(desk, first);
  await expect(desk.getByText('Allowed. They are mailed.')).toBeVisible();
  await expect
    .poll(() => stack.mail.mails(second.email).map(({ subject }) => subject), { timeout: 40_000 })
    .toContain('You may set a new password');
});
