import type { Role } from '../../domain/identity/role.ts';
import { demoId } from './ids.ts';

/** The password of everybody in the demo world; printed at start, and valid nowhere else. */
export const DEMO_PASSWORD = 'paint-your-minis';

/**
 * The secret of the authenticator app of the demo's people with a role. The page of captured mails shows its code, so that a
 * newcomer needs no app.
 */
export const DEMO_AUTHENTICATOR_SECRET = 'GUILDHALLDEMO2345ABCDEFGHIJKLMNO';

export interface DemoPerson {
  id: string;
  username: string;
  email: string;
  password: string;
  /** What this person demonstrates. */
  part: string;
  verified: boolean;
  suspended: boolean;
  /** What they may do at the operator desk, or null. */
  role: Role | null;
  /** The model whose painted picture is cropped to an avatar, or null. */
  portrait: string | null;
}

/** A person who signs in with the password of all. */
export function demoPerson(
  username: string,
  part: string,
  more: Partial<Pick<DemoPerson, 'verified' | 'suspended' | 'portrait' | 'role'>> = {},
): DemoPerson {
  return {
    id: demoId('user', username),
    username,
    email: `${username}@guildhall.test`,
    password: DEMO_PASSWORD,
    part,
    verified: true,
    suspended: false,
    role: null,
    portrait: null,
    ...more,
  };
}

export const PEOPLE = {
  mira: demoPerson('mira', 'Mira Ashgrove, sells creatures at Ashgrove Miniatures', { portrait: 'treant' }),
  dorin: demoPerson('dorin', 'Dorin Halfstone, sells dungeons at Deepdelve Terrain', { portrait: 'golem' }),
  ines: demoPerson('ines', 'Ines Okafor, sells machines at Orbital Foundry', { portrait: 'drone' }),
  tobias: demoPerson('tobias', 'buys, prints and paints; the address is confirmed', { portrait: 'toad' }),
  wren: demoPerson('wren', 'signed up today; the address is not confirmed yet', { verified: false }),
  corvin: demoPerson('corvin', 'sold the work of others and is suspended', { suspended: true }),
  odile: demoPerson('odile', 'runs the marketplace: an operator, with the operator desk in the account', {
    role: 'operator',
  }),
  magnus: demoPerson('magnus', 'looks after reports: a moderator', { role: 'moderator' }),
} as const satisfies Record<string, DemoPerson>;

export type PersonName = keyof typeof PEOPLE;
