import { chosenPriceRefusal } from '../../../../domain/catalogue/price/open-price.ts';
import { parseCents } from '../../../../domain/kernel/money.ts';

/**
 * Lets the buttons of a product's page add it at the amount in the field beside them. The server raises too small an amount
 * to the minimum, so this only tells early.
 */
export function startOpenPrice(): void {
  const field = document.querySelector<HTMLInputElement>('[data-open-price]');
  const problem = document.getElementById('open-price-problem');
  if (!field || !problem) return;
  const minimum = Number(field.dataset['openPrice']);
  const refusal = () => chosenPriceRefusal(parseCents(field.value), minimum);
  const say = (sentence: string | null) => {
    problem.textContent = sentence;
    problem.hidden = sentence === null;
    field.toggleAttribute('aria-invalid', sentence !== null);
  };
  const choose = () => {
    if (refusal() !== null) return;
    say(null);
    const chosen = parseCents(field.value) ?? minimum;
    for (const button of document.querySelectorAll<HTMLElement>('.buy-page [data-open] [data-cart-add]'))
      button.dataset['cartAdd'] = JSON.stringify({
        ...JSON.parse(button.dataset['cartAdd'] ?? '{}'),
        ...{ price: chosen, chosen },
      });
  };
  field.addEventListener('input', choose);
  field.addEventListener('change', () => say(refusal()));
  // Before the listeners of the document, which add it and count that it was added.
  addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest('.buy-page [data-open] [data-cart-add]');
      const sentence = refusal();
      if (!button || button.matches('[data-in-cart], [data-in-library]') || sentence === null) return;
      event.stopPropagation();
      say(sentence);
      field.focus();
    },
    true,
  );
  // What was typed before this code arrived.
  choose();
  if (document.activeElement !== field) say(refusal());
}
