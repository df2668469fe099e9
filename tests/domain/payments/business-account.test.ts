import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryName } from '../../../src/domain/kernel/countries.ts';
import {
  BUSINESS_ACCOUNT_STATES,
  type BusinessDetails,
  businessAccountState,
  businessDetailsRefusals,
  businessRefusal,
  mayTakeMoney,
  type Requirement,
  requirementList,
  requirementSubject,
  SELLER_COUNTRIES,
  sellerCountries,
  vatIdOf,
} from '../../../src/domain/payments/business-account.ts';

const status = (transfers: Parameters<typeof businessAccountState>[0]['transfers'], closed = false) => ({
  transfers,
  closed,
});

describe('the state of an account', () => {
  it.each([
    ['active', false, 'active'],
    ['active', true, 'active'],
    ['pending', false, 'pending'],
    ['pending', true, 'restricted'],
    ['restricted', false, 'pending'],
    ['restricted', true, 'restricted'],
    ['rejected', false, 'rejected'],
    ['rejected', true, 'rejected'],
    ['unsupported', true, 'rejected'],
  ] as const)('transfers %s, once active: %s, is %s', (transfers, wasActive, state) => {
    expect(businessAccountState(status(transfers), wasActive)).toBe(state);
    expect(businessAccountState(status(transfers, true), wasActive)).toBe('rejected');
  });

  it('only an active account may publish paid products; every account may publish free ones', () => {
    for (const state of BUSINESS_ACCOUNT_STATES) {
      expect(businessRefusal(state, { free: true })).toBeNull();
      expect(businessRefusal(state, { free: false }) === null).toBe(state === 'active');
    }
    expect(BUSINESS_ACCOUNT_STATES.filter(mayTakeMoney)).toEqual(['active', 'restricted']);
  });
});

describe('a seller’s details', () => {
  const FINE: BusinessDetails = {
    kind: 'company',
    legalName: 'Halfstone Terrain GmbH',
    country: 'DE',
    vatId: 'de 123.456-789',
  };

  it('are accepted where nothing is wrong with them', () => {
    expect(businessDetailsRefusals(FINE)).toEqual({});
    expect(businessDetailsRefusals({ ...FINE, vatId: '' })).toEqual({});
    expect(businessDetailsRefusals({ ...FINE, country: 'GR', vatId: 'EL123456789' })).toEqual({});
    expect(businessDetailsRefusals({ ...FINE, country: 'CH', vatId: 'CHE-123.456.789' })).toEqual({});
  });

  it.each([
    ['legalName', { legalName: ' a ' }],
    ['legalName', { legalName: 'x'.repeat(121) }],
    ['country', { country: 'KP' }],
    ['country', { country: 'de' }],
    ['vatId', { vatId: 'FR123456789' }],
    ['vatId', { vatId: 'DE<script>' }],
  ] as const)('are refused at %s', (field, change) => {
    expect(Object.keys(businessDetailsRefusals({ ...FINE, ...change }))).toEqual([field]);
  });

  it('have a VAT id without spaces and punctuation', () => {
    expect(vatIdOf(' de 123.456-789 ')).toBe('DE123456789');
  });

  it.each([
    ['DE', 'US', true],
    ['US', 'CH', true],
    ['DE', 'AU', false],
    ['AU', 'AU', true],
    ['AU', 'DE', false],
    ['', 'NO', true],
    ['', 'JP', false],
    ['BR', 'BR', false],
  ])('of a marketplace in %s: sellers in %s can be paid: %s', (operator, country, isPaid) => {
    expect(sellerCountries(operator).includes(country)).toBe(isPaid);
    const { country: refusal } = businessDetailsRefusals(
      { ...FINE, country, vatId: '' },
      sellerCountries(operator),
    );
    expect(refusal === undefined).toBe(isPaid);
  });

  it('have a name for every country we offer', () => {
    for (const code of SELLER_COUNTRIES) expect(countryName(code)).not.toBe(code);
  });
});

describe('what the provider requires', () => {
  it.each([
    ['identity.individual.date_of_birth', 'person'],
    ['identity.individual.documents.primary_verification', 'document'],
    ['identity.business_details.registered_name', 'company'],
    ['identity.business_details.id_numbers.us_ein', 'tax'],
    ['external_account', 'bank'],
    ['identity.attestations.terms_of_service.account', 'terms'],
    ['owners', 'company'],
    ['person_1Nv0FGQ9RKHgCVdK.address.city', 'person'],
    ['profile.product_description', 'other'],
    ['', 'other'],
  ] as const)('by the name of %s is about: %s', (name, subject) => {
    expect(requirementSubject(name)).toBe(subject);
  });

  it('is listed once per subject, the most urgent first', () => {
    const one = (subject: Requirement['subject'], more: Partial<Requirement> = {}): Requirement => ({
      subject,
      from: 'seller',
      due: 'now',
      refused: false,
      ...more,
    });
    expect(
      requirementList([
        one('bank', { due: 'later' }),
        one('document', { from: 'provider', refused: true }),
        one('person'),
        one('document'),
        one('bank', { from: 'provider' }),
      ]),
    ).toEqual([one('person'), one('document', { refused: true }), one('bank', { due: 'later' })]);
  });

  it('never grows or loses a subject on the way', () => {
    const requirement = fc.record({
      subject: fc.constantFrom('person', 'bank', 'document', 'other'),
      from: fc.constantFrom('seller', 'provider'),
      due: fc.constantFrom('now', 'later'),
      refused: fc.boolean(),
    }) as fc.Arbitrary<Requirement>;
    fc.assert(
      fc.property(fc.array(requirement), (found) => {
        const list = requirementList(found);
        const subjects = list.map(({ subject }) => subject);
        expect(new Set(subjects)).toEqual(new Set(found.map(({ subject }) => subject)));
        expect(subjects).toHaveLength(new Set(subjects).size);
        expect(requirementList(list)).toEqual(list);
      }),
    );
  });
});
