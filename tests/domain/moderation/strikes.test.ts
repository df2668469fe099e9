import { describe, expect, it } from 'vitest';
import type { ReleaseState } from '../../../src/domain/guild/release.ts';
import { MAX_STRIKES, strikeRefusal, strikeReleaseRefusal } from '../../../src/domain/moderation/strikes.ts';

describe('a seller with three strikes', () => {
  const release = (state: ReleaseState) => ({ state, productIds: ['golem'], tierIds: ['low'] });
  const same = { productIds: ['golem'], tierIds: ['low'] };

  it('publishes nothing, and learns why', () => {
    expect(strikeRefusal(MAX_STRIKES - 1)).toBeNull();
    expect(strikeRefusal(MAX_STRIKES)).toContain('You can object under Reports');
  });

  it.each(['scheduled', 'publishing', 'published', 'archived'] as const)(
    'adds nothing to a release that is %s',
    (state) => {
      const refusal = (after: typeof same, strikes = MAX_STRIKES) =>
        strikeReleaseRefusal(strikes, release(state), after);
      expect(refusal({ ...same, productIds: ['golem', 'troll'] })).toBe(strikeRefusal(MAX_STRIKES));
      expect(refusal({ ...same, productIds: ['troll'] })).not.toBeNull();
      expect(refusal({ ...same, tierIds: ['low', 'high'] })).not.toBeNull();
      expect(refusal(same)).toBeNull();
      expect(refusal({ ...same, productIds: [] })).toBeNull();
      expect(refusal({ ...same, productIds: ['golem', 'troll'] }, MAX_STRIKES - 1)).toBeNull();
    },
  );

  it('may still edit a draft', () => {
    const after = { productIds: ['golem', 'troll'], tierIds: ['high'] };
    expect(strikeReleaseRefusal(MAX_STRIKES, release('draft'), after)).toBeNull();
  });
});
