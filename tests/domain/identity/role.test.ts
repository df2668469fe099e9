import { describe, expect, it } from 'vitest';
import {
  DEEDS,
  type Deed,
  deedNeedsFactor,
  deskRefusal,
  NO_ROLE_TEXT,
  ROLES,
} from '../../../src/domain/identity/role.ts';

const deeds = Object.keys(DEEDS) as Deed[];

describe('a role at the operator desk', () => {
  it('is needed for every deed, and without one nothing is there', () => {
    for (const deed of deeds) expect(deskRefusal(null, deed)).toBe(NO_ROLE_TEXT);
  });

  it('allows an operator everything', () => {
    for (const deed of deeds) expect(deskRefusal('operator', deed), deed).toBeNull();
  });

  it('allows a moderator nothing that moves money', () => {
    expect(deskRefusal('moderator', 'case.decide')).toBeNull();
    expect(deskRefusal('moderator', 'case.refund')).toBe('Only an operator may do this.');
  });

  it('reads and decides with the second factor only', () => {
    expect(deeds.filter((deed) => !deedNeedsFactor(deed))).toEqual(['factor.enter', 'look.end']);
    expect(ROLES).toEqual(['operator', 'moderator']);
  });
});
