import { foldedName } from '../../domain/kernel/look-alike.ts';
import { AGE_MS, type Plan } from './plan.ts';
import { grownId } from './tables.ts';

/** People of the grown world who stand for a long tail. The first people own stores, in the order of the stores. */
export interface Notables {
  /** Owner of the giant store and of the giant guild; the store has the most conversations. */
  giantOwner: string;
  giantStore: string;
  /** Owns the most products. */
  collector: string;
  /** Has the most notifications. */
  notified: string;
  /** A member of the giant guild. */
  member: string;
}

export const personId = (at: number) => grownId('p', at);
export const storeId = (at: number) => grownId('s', at);

/** The long tails of a world with so many stores. */
export function notablesOf(stores: number): Notables {
  return {
    giantOwner: personId(0),
    giantStore: storeId(0),
    collector: personId(stores),
    notified: personId(stores + 1),
    member: personId(stores + 2),
  };
}

/** The address of a person; their password is the demo people's. */
export const grownEmail = (id: string) => `${id}@guildhall.test`;

/** Adds the people and their stores, with accounts at the payment stand-in. */
export function addPeople({ tables, chance, size, now, date }: Plan): void {
  const [like] = tables.rows<{ password: string }>("SELECT password FROM users WHERE username = 'tobias'");
  const password = like?.password ?? '-';
  const person = tables.into('users', [
    'id',
    'email',
    'username',
    'password',
    'tokenKey',
    'verified',
    'showMature',
    'created',
    'updated',
  ]);
  for (let at = 0; at < size.people; at++) {
    const id = personId(at);
    const created = date(now - AGE_MS + Math.floor((AGE_MS * at) / size.people));
    person({
      ...{ id, email: grownEmail(id), username: `${WORDS[at % WORDS.length]}-${at}`, password },
      ...{
        tokenKey: id.repeat(3),
        verified: 1,
        showMature: chance.is(0.1) ? 1 : 0,
        created,
        updated: created,
      },
    });
  }
  addStores({ tables, chance, size, now, date });
}

function addStores({ tables, chance, size, now, date }: Plan): void {
  const store = tables.into('stores', [
    'id',
    'owner',
    'slug',
    'name',
    'nameFold',
    'tagline',
    'about',
    'socials',
    'state',
    'mature',
    'featured',
    'openedAt',
    'created',
    'updated',
  ]);
  const account = tables.into('business_accounts', [
    'id',
    'store',
    'stripeAccountId',
    'state',
    'plan',
    'kind',
    'legalName',
    'country',
    'requirements',
    'activeAt',
    'askedAt',
    'created',
    'updated',
  ]);
  const shelf = tables.into('shelves', ['id', 'store', 'slug', 'name', 'position', 'created', 'updated']);
  for (let at = 0; at < size.stores; at++) {
    const id = storeId(at);
    const name = `${WORDS[at % WORDS.length]} ${KINDS[at % KINDS.length]} ${at}`;
    const created = date(now - AGE_MS + chance.below(AGE_MS / 4));
    store({
      ...{ id, owner: personId(at), slug: `grown-${at}`, name, nameFold: foldedName(name) },
      ...{ tagline: 'Miniatures for every table.', about: `${name} makes miniatures. `.repeat(8) },
      ...{ socials: '{}', featured: '[]', state: at > 0 && chance.is(0.02) ? 'vacation' : 'open' },
      // A few sell only to adults; the giant one to everybody.
      ...{ mature: at > 0 && chance.is(0.02) ? 1 : 0, openedAt: created, created, updated: created },
    });
    account({
      ...{
        id: grownId('b', at),
        store: id,
        stripeAccountId: `acct_grown_${at}`,
        state: 'active',
        plan: 'free',
      },
      ...{ kind: 'individual', legalName: name, country: 'US', requirements: '[]' },
      ...{ activeAt: created, askedAt: date(now), created, updated: created },
    });
    for (let place = 0; place < SHELVES; place++)
      shelf({
        ...{ id: shelfId(at, place), store: id, slug: `shelf-${place}`, name: `Shelf ${place + 1}` },
        ...{ position: place, created, updated: created },
      });
  }
}

export const SHELVES = 3;
export const shelfId = (store: number, place: number) => grownId('h', store * SHELVES + place);

const WORDS =
  'amber birch cedar drift ember fern grove heath iron jade kelp larch moss north ochre pine'.split(' ');
const KINDS = ['forge', 'studio', 'works', 'cellar', 'table'];
