import { actions } from 'astro:actions';
import { printingText } from '../../../domain/catalogue/print/my-printer.ts';
import { myPrinters } from './stored-printers.ts';

/**
 * Says on a product's page, which is the same for everybody, what printing it takes on the visitor's printers. Loaded only
 * where this browser has printers; without an answer the link to them stays as it is.
 */
export async function showPlates(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-plates]');
  const printers = myPrinters();
  if (!place || printers.length === 0) return;
  const id = place.dataset['plates'] ?? '';
  const { data } = await actions.printers.needs({ productIds: [id] }).catch(() => ({ data: undefined }));
  const needs = data?.needs[0];
  if (!needs) return;
  const list = document.createElement('ul');
  list.className = 'grid gap-1 text-[0.9375rem]';
  for (const printer of printers) {
    const text = printingText(needs, printer);
    if (text === null) continue;
    const item = document.createElement('li');
    const name = document.createElement('span');
    name.className = 'font-semibold';
    name.textContent = `${printer.name}: `;
    item.append(name, text);
    list.append(item);
  }
  if (list.childElementCount === 0) return;
  const note = document.createElement('p');
  note.className = 'text-[0.8125rem] text-ink-3';
  note.textContent = 'Estimated from the boxes around the pieces; your slicer knows better. ';
  const link = place.querySelector('a');
  if (link) {
    link.textContent = 'My printers';
    note.append(link);
  }
  place.replaceChildren(list, note);
}
