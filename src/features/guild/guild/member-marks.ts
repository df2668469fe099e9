import { lessPercent, MINIMUM_PRICE_CENTS, priceText } from '../../../domain/kernel/money.ts';
import { visitorMemberships } from './visitor-memberships.ts';

/**
 * Draws onto a page that is the same for everybody what it means to this visitor: the tier he is in, and the price he
 * pays as a member. What is charged is the server's affair.
 */
export async function markMember(): Promise<void> {
  const own = await visitorMemberships();
  for (const page of document.querySelectorAll<HTMLElement>('[data-guild]')) {
    const standing = own.find(({ guildId }) => guildId === page.dataset['guild']);
    if (!standing) continue;
    for (const tier of page.querySelectorAll<HTMLElement>('[data-tier]')) {
      const isMine = tier.dataset['tier'] === standing.tierId;
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
    const standing = own.find(({ storeId }) => storeId === store);
    if (!standing || standing.percent === 0) continue;
    const cents = Math.max(lessPercent(list, standing.percent), Math.min(list, MINIMUM_PRICE_CENTS));
    if (cents >= pay) continue;
    note.textContent = `${priceText(cents)} for you: ${standing.percent}% less as a member of ${standing.guildName}, taken off in the cart.`;
    note.hidden = false;
  }
}
