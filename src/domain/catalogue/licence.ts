import { LICENCES, type Licence } from './product.ts';

/** What a file may be used for, one row per use: the answer for the personal and for the merchant licence. */
export interface LicenceTerm {
  use: string;
  personal: boolean;
  merchant: boolean;
  /** A condition or an explanation, where the bare answer could mislead. */
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
    note: 'Whoever prints for you deletes the files afterwards.',
  },
  {
    use: 'Be paid for painting a print that belongs to somebody else',
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
 * The licences as a plain text a buyer can keep: what he may and may not do. It is stored as it reads on the day of the
 * grant, so that later changes of the terms take nothing from him.
 */
export function licenceText(licences: readonly Licence[]): string {
  const kinds = (Object.keys(LICENCES) as Licence[]).filter((kind) => licences.includes(kind));
  return kinds
    .map((kind) => {
      const say = (term: LicenceTerm) => `- ${term.use}${term.note === undefined ? '' : ` (${term.note})`}`;
      return [
        `${LICENCES[kind]} licence`,
        '',
        'You may:',
        ...LICENCE_TERMS.filter((term) => term[kind]).map(say),
        '',
        'You may not:',
        ...LICENCE_TERMS.filter((term) => !term[kind]).map(say),
      ].join('\n');
    })
    .join('\n\n');
}
