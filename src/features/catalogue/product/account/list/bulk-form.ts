import { BULK_VERBS, type BulkAction } from '../../../../../domain/catalogue/product-bulk.ts';
import { tagsFrom } from '../../../../../domain/catalogue/product-editing.ts';
import { parseCents } from '../../../../../domain/kernel/money.ts';

/** A bulk deed as it stands in the fields. */
export interface BulkForm {
  what: string;
  price: string;
  percent: string;
  salePercent: string;
  /** Moments as the browser's own field writes them: the person's local time. */
  from: string;
  to: string;
  shelf: string;
  tags: string;
}

/** The deed, or the sentence what is missing. */
export function bulkActionOf(typed: BulkForm): BulkAction | string {
  const { what } = typed;
  const verb = BULK_VERBS.find((known) => known === what);
  if (verb) return { kind: 'move', verb };
  if (what === 'price') {
    const cents = parseCents(typed.price);
    return cents === null ? 'Enter a price in dollars and cents, such as 5.99.' : { kind: 'price', cents };
  }
  if (what === 'price-percent') {
    const percent = wholeFrom(typed.percent);
    return percent === null || percent === 0
      ? 'Enter whole percents, such as 10, or -10 to lower it.'
      : { kind: 'price-percent', percent };
  }
  if (what === 'sale-end') return { kind: 'sale', sale: null };
  if (what === 'sale') {
    const percent = wholeFrom(typed.salePercent);
    if (percent === null) return 'Enter a discount between 5 and 90 %.';
    const from = new Date(typed.from).getTime();
    const to = new Date(typed.to).getTime();
    if (!Number.isFinite(from) || !Number.isFinite(to)) return 'Enter when the sale starts and ends.';
    return { kind: 'sale', sale: { percent, from, to } };
  }
  const on = what.endsWith('-add');
  if (what.startsWith('shelf'))
    return typed.shelf === '' ? 'Choose a category.' : { kind: 'shelf', shelf: typed.shelf, on };
  const tags = tagsFrom(typed.tags);
  return tags.length === 0 ? 'Name a tag.' : { kind: 'tags', tags, on };
}

function wholeFrom(text: string): number | null {
  return /^[+-]?\d{1,4}$/.test(text.trim()) ? Number(text) : null;
}
