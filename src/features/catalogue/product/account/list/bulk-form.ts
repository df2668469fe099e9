import { type Origin, originRefusals } from '../../../../../domain/catalogue/origin.ts';
import { AI_DECLARATIONS, type AiDeclaration } from '../../../../../domain/catalogue/product.ts';
import { BULK_VERBS, type BulkAction } from '../../../../../domain/catalogue/product-bulk.ts';
import { tagsFrom } from '../../../../../domain/catalogue/product-editing.ts';
import { parseCents } from '../../../../../domain/kernel/money.ts';

/** The form fields of a bulk action. */
export interface BulkForm {
  what: string;
  price: string;
  percent: string;
  salePercent: string;
  /** Values of `datetime-local` inputs, in local time. */
  from: string;
  to: string;
  shelf: string;
  tags: string;
  /** What is said about generative AI; "" for nothing yet. */
  ai: string;
  /** What is declared for products that are published for the first time. */
  origin: Origin | null;
}

/** The bulk action, or a sentence about what is missing. */
export function bulkActionOf(form: BulkForm): BulkAction | string {
  const { what } = form;
  const verb = BULK_VERBS.find((known) => known === what);
  if (verb === 'publish' && form.origin !== null) {
    const [missing] = Object.values(originRefusals(form.origin));
    if (missing !== undefined) return missing;
  }
  if (verb) return { kind: 'move', verb, origin: verb === 'publish' ? form.origin : null };
  if (what === 'price') {
    const cents = parseCents(form.price);
    return cents === null ? 'Enter a price in dollars and cents, such as 5.99.' : { kind: 'price', cents };
  }
  if (what === 'price-percent') {
    const percent = wholeNumber(form.percent);
    return percent === null || percent === 0
      ? 'Enter a whole percentage, such as 10, or -10 to lower it.'
      : { kind: 'price-percent', percent };
  }
  if (what === 'sale-end') return { kind: 'sale', sale: null };
  if (what === 'sale') {
    const percent = wholeNumber(form.salePercent);
    if (percent === null) return 'Enter a discount between 5 and 90%.';
    const from = new Date(form.from).getTime();
    const to = new Date(form.to).getTime();
    if (!Number.isFinite(from) || !Number.isFinite(to)) return 'Enter when the sale starts and ends.';
    return { kind: 'sale', sale: { percent, from, to } };
  }
  if (what === 'ai') {
    const ai = form.ai as AiDeclaration;
    return Object.hasOwn(AI_DECLARATIONS, ai) ? { kind: 'ai', ai } : 'Choose an answer.';
  }
  const on = what.endsWith('-add');
  if (what.startsWith('shelf'))
    return form.shelf === '' ? 'Choose a category.' : { kind: 'shelf', shelf: form.shelf, on };
  const tags = tagsFrom(form.tags);
  return tags.length === 0 ? 'Enter a tag.' : { kind: 'tags', tags, on };
}

function wholeNumber(text: string): number | null {
  return /^[+-]?\d{1,4}$/.test(text.trim()) ? Number(text) : null;
}
