import { buildVolumeParam } from '../../../domain/catalogue/print/build-volume.ts';
import { myPrinters } from './stored-printers.ts';

/** Puts the visitor's own printers first in the search's list of printers, which is the same for everybody. */
export function offerOwnPrinters(): void {
  const select = document.querySelector<HTMLSelectElement>('[data-own-printers]');
  const printers = myPrinters();
  if (!select || printers.length === 0) return;
  const chosen = select.value;
  const group = document.createElement('optgroup');
  group.label = 'My printers';
  for (const { name, volume } of printers) {
    const value = buildVolumeParam(volume);
    const option = new Option(name, value, false, false);
    group.append(option);
    if (value === chosen && !group.querySelector(':checked')) option.selected = true;
  }
  select.options[0]?.after(group);
}
