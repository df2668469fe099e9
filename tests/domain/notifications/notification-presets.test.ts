import { describe, expect, it } from 'vitest';
import {
  KIND_FACTS,
  NOTIFICATION_KINDS,
  switchRefusal,
} from '../../../src/domain/notifications/notification.ts';
import { PRESETS, presetChoices, presetOf } from '../../../src/domain/notifications/notification-presets.ts';

describe('a preset', () => {
  it.each(PRESETS)('%s chooses for every kind that can be chosen, and nothing that is refused', (preset) => {
    const choices = presetChoices(preset);
    expect(choices.map(({ kind }) => kind)).toEqual(
      NOTIFICATION_KINDS.filter((kind) => KIND_FACTS[kind].paces.length > 0),
    );
    expect(choices.map(switchRefusal).filter((refusal) => refusal !== null)).toEqual([]);
  });

  it.each(PRESETS)('%s is recognised by its choices, by sellers and by others', (preset) => {
    const buyers = NOTIFICATION_KINDS.filter((kind) => !KIND_FACTS[kind].forSellers);
    expect(presetOf(presetChoices(preset), NOTIFICATION_KINDS)).toBe(preset);
    expect(presetOf(presetChoices(preset), buyers)).toBe(preset);
  });

  it('is not what somebody has who changed one kind', () => {
    const [first, ...others] = presetChoices('everything');
    expect(first && presetOf([{ ...first, inApp: false }, ...others], NOTIFICATION_KINDS)).toBeNull();
  });

  it('of own affairs mails no news of artists, and sends what somebody waits for at its usual pace', () => {
    const paces = Object.fromEntries(presetChoices('own').map(({ kind, mail }) => [kind, mail]));
    expect(paces).toMatchObject({
      'new-product': 'off',
      'saved-search': 'off',
      message: 'now',
      'sale-made': 'daily',
    });
  });

  it('of a weekly summary sends at once what cannot wait', () => {
    const paces = Object.fromEntries(presetChoices('weekly').map(({ kind, mail }) => [kind, mail]));
    expect(paces).toMatchObject({ 'new-product': 'weekly', message: 'weekly', 'payment-failed': 'now' });
  });
});
