import { type FormFields, fieldText, formOf } from './form.ts';
import { Problem } from './problem.ts';

/** Limits of the provider's API. Source: its reference for Checkout Sessions, metadata and prices, 2026-10-28. */

/** Lines of a payment page in `payment` mode. */
const LINES_MAX = 100;
/** The largest amount of one line and of one payment in US dollars, in cents. */
const AMOUNT_MAX_CENTS = 99_999_999;
const METADATA_KEYS_MAX = 50;
const METADATA_KEY_LENGTH_MAX = 40;
const METADATA_VALUE_LENGTH_MAX = 500;
/** The length of a product's name. */
const NAME_LENGTH_MAX = 250;
const REFERENCE_LENGTH_MAX = 200;

/** @throws Problem if there are more lines than a payment page takes. */
export function checkLines(count: number): void {
  if (count > LINES_MAX)
    throw new Problem(400, `Array must have at most ${LINES_MAX} elements, but has ${count}.`, {
      param: 'line_items',
    });
}

/** @throws Problem if an amount in cents is more than the provider charges at once. */
export function checkAmount(cents: number, param: string): void {
  if (cents > AMOUNT_MAX_CENTS)
    throw new Problem(400, 'Amount must be no more than $999,999.99', { code: 'amount_too_large', param });
}

/** @throws Problem if a name is longer than the provider stores. */
export function checkName(name: string, param: string): void {
  checkLength(name, NAME_LENGTH_MAX, param);
}

/**
 * Checks metadata and references wherever they stand in a request.
 * @throws Problem naming the first field that is over its limit.
 */
export function checkForm(form: FormFields, within = ''): void {
  for (const [name, value] of Object.entries(form)) {
    const param = within === '' ? name : `${within}[${name}]`;
    if (name === 'metadata') checkMetadata(formOf(value), param);
    else if (name === 'client_reference_id') checkLength(fieldText(value) ?? '', REFERENCE_LENGTH_MAX, param);
    else if (Array.isArray(value))
      for (const [at, item] of value.entries()) checkForm(formOf(item), `${param}[${at}]`);
    else checkForm(formOf(value), param);
  }
}

function checkMetadata(metadata: FormFields, param: string): void {
  const names = Object.keys(metadata);
  if (names.length > METADATA_KEYS_MAX)
    throw new Problem(400, `Metadata can have at most ${METADATA_KEYS_MAX} keys.`, { param });
  for (const name of names) {
    if (name.length > METADATA_KEY_LENGTH_MAX || /[[\]]/.test(name))
      throw new Problem(400, `Metadata keys have at most ${METADATA_KEY_LENGTH_MAX} characters.`, { param });
    checkLength(fieldText(metadata[name]) ?? '', METADATA_VALUE_LENGTH_MAX, `${param}[${name}]`);
  }
}

function checkLength(text: string, max: number, param: string): void {
  if (text.length > max)
    throw new Problem(400, `Invalid string: must be at most ${max} characters`, { param });
}
