import { expect, type Page } from '@playwright/test';
import { TEST_CARDS, type TestCard } from '../../src/dev/payments/cards.ts';

/** Chooses a test card on the hosted payment page and presses Pay. */
export async function payWithTestCard(page: Page, outcome: TestCard['outcome']): Promise<void> {
  const card = TEST_CARDS.find((known) => known.outcome === outcome);
  if (!card) throw new Error(`no test card ${outcome}`);
  await expect(page).toHaveURL(/\/c\/pay\/cs_/);
  await page.getByRole('radio', { name: card.number.slice(-4) }).check();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
}
