import { lessPercent, MINIMUM_PRICE_CENTS, priceText } from '../../../domain/kernel/money.ts';
import { visitorMemberships } from './visitor-memberships.ts';

/**
 * Marks the visitor's memberships tier and member prices on a cached page. The server decides what is charged.
 */
export async function markMember(): Promise<void> {
  const memberships = await visitorMemberships();
  for (const page of document.querySelectorAll<HTMLElement>('[data-guild]')) {
    const membership = memberships.find(({ guildId }) => guildId === page.dataset['guild']);
    if (!membership) continue;
    for (const part of page.querySelectorAll<HTMLElement>('[data-guest], [data-member]'))
      part.hidden = 'guest' in part.dataset;
    for (const tier of page.querySelectorAll<HTMLElement>('[data-tier]')) {
      const isMine = tier.dataset['tier'] === membership.tierId;
      if (isMine) tier.classList.add('border-brass', 'shadow-card');
      for (const part of tier.querySelectorAll<HTMLElement>('[data-join]')) part.hidden = true;
      for (const part of tier.querySelectorAll<HTMLElement>(isMine ? '[data-mine]' : '[data-other]'))
        part.hidden = false;
    }
  }
  for (const note of document.querySelectorAll<HTMLElement>('[data-member-price]')) {
    const { store, list, pay } = JSON.parse(note.dataset['memberPrice'] ?? '{}') as {
      store: string;
      list: number;
      pay: number;
    };
    const membership = memberships.find(({ storeId }) => storeId === store);
    if (!membership || membership.percent === 0) continue;
    const cents = Math.max(lessPercent(list, membership.percent), Math.min(list, MINIMUM_PRICE_CENTS));
    if (cents >= pay) continue;
    note.textContent = `${priceText(cents)} for you: ${membership.percent}% less as a member of ${membership.guildName}, taken off in the cart.`;
    note.hidden = false;
  }
}
