import { BUSINESS_KINDS } from '../../domain/business-account.ts';
import { choice, count, text } from './fields.ts';

/** Who sells, by his own word, and what the payment provider still waits for. */
const NAMES = [
  'kind',
  'legalName',
  'country',
  'vatId',
  'requirements',
  'dueAt',
  'activeAt',
  'askedAt',
  'opening',
];

migrate(
  (app) => {
    const accounts = app.findCollectionByNameOrId('business_accounts');
    for (const field of [
      choice('kind', Object.keys(BUSINESS_KINDS)),
      text('legalName', 120),
      text('country', 2),
      text('vatId', 20),
      { type: 'json', name: 'requirements', maxSize: 4000 },
      { type: 'date', name: 'dueAt' },
      // When it was active for the first time, and when the provider was asked last.
      { type: 'date', name: 'activeAt' },
      { type: 'date', name: 'askedAt' },
      // Counts accounts opened at the provider: a new kind or country takes a new one.
      count('opening'),
    ])
      accounts.fields.add(new Field(field));
    app.save(accounts);
  },
  (app) => {
    const accounts = app.findCollectionByNameOrId('business_accounts');
    for (const name of NAMES) accounts.fields.removeByName(name);
    app.save(accounts);
  },
);
