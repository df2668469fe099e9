import { LICENCES, type Licence } from './product.ts';

/** One use of a file, and whether the personal and the merchant licence allow it. */
export interface LicenceTerm {
  use: string;
  personal: boolean;
  merchant: boolean;
  /** A condition or an explanation, if yes or no alone could mislead. */
  note?: string;
}

export const LICENCE_TERMS: readonly LicenceTerm[] = [
  {
    use: 'Print for yourself, as many copies as you like, on any printer',
    personal: true,
    merchant: true,
  },
  { use: 'Give prints away as presents', personal: true, merchant: true },
  {
    use: 'Paint, play with, photograph and film your prints, also in videos that earn money',
    personal: true,
    merchant: true,
  },
  {
    use: 'Cut, pose, rescale and combine the files for your own prints',
    personal: true,
    merchant: true,
  },
  {
    use: 'Have a friend or a print service print for you',
    personal: true,
    merchant: true,
    note: 'The person who prints for you deletes the files afterwards.',
  },
  {
    use: 'Be paid for painting a print that belongs to someone else',
    personal: true,
    merchant: true,
  },
  {
    use: 'Go on printing what you received after you leave a guild',
    personal: true,
    merchant: true,
    note: 'This is the keep guarantee.',
  },
  {
    use: 'Sell printed copies, at a fair, in a shop or online',
    personal: false,
    merchant: true,
    note: 'Name the artist and the model beside each print on offer.',
  },
  {
    use: 'Go on selling prints of what you received with a merchant licence after you leave a guild',
    personal: false,
    merchant: true,
    note: 'For releases received while you were a member. Later releases are not covered.',
  },
  {
    use: 'Share, lend, resell or give away the files, changed or not',
    personal: false,
    merchant: false,
  },
  {
    use: 'Put the files on a public print-on-demand service',
    personal: false,
    merchant: false,
  },
  { use: 'Sell moulds or casts made from the prints', personal: false, merchant: false },
  { use: 'Sell other files that contain parts of these', personal: false, merchant: false },
  { use: 'Present the design as your own', personal: false, merchant: false },
  {
    use: 'Use the files or pictures to train a generative model',
    personal: false,
    merchant: false,
  },
];

/**
 * The licences as plain text for the buyer: what they may and may not do. The wording is stored at the time of the
 * grant, so later changes of the terms do not affect existing owners.
 */
export function licenceText(licences: readonly Licence[]): string {
  const kinds = (Object.keys(LICENCES) as Licence[]).filter((kind) => licences.includes(kind));
  return kinds
    .map((kind) => {
      const line = (term: LicenceTerm) => `- ${term.use}${term.note === undefined ? '' : ` (${term.note})`}`;
      return [
        `${LICENCES[kind]} licence`,
        '',
        'You may:',
        ...LICENCE_TERMS.filter((term) => term[kind]).map(line),
        '',
        'You may not:',
        ...LICENCE_TERMS.filter((term) => !term[kind]).map(line),
      ].join('\n');
    })
    .join('\n\n');
}
