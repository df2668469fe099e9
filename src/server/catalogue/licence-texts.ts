import { createHash } from 'node:crypto';
import type { LicenceText, LicenceTexts } from '../../data/catalogue/licence-texts.ts';
import { licenceText } from '../../domain/catalogue/licence.ts';
import type { Licence } from '../../domain/catalogue/product.ts';

/** The current wording for a product with these licences. */
export function licenceTextOf(licences: readonly Licence[]): LicenceText {
  const body = licenceText(licences);
  return { key: createHash('sha256').update(body).digest('hex'), body };
}

/** All current wordings. */
export function licenceTexts(): LicenceTexts {
  return {
    personal: licenceTextOf(['personal']),
    merchant: licenceTextOf(['merchant']),
    both: licenceTextOf(['personal', 'merchant']),
  };
}
