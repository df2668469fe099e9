import {
  type ChosenSwitch,
  KIND_FACTS,
  type MailPace,
  NOTIFICATION_KINDS,
  type NotificationKind,
  switchFor,
} from './notification.ts';

/** Ready-made settings that stand before the table of all kinds. */
export const PRESETS = ['everything', 'own', 'weekly', 'nothing'] as const;
export type Preset = (typeof PRESETS)[number];

export const PRESET_TEXTS: Record<Preset, { name: string; means: string }> = {
  everything: { name: 'Everything', means: 'All of it in the list, and by mail as soon as it happens.' },
  own: {
    name: 'Only what I bought and sell',
    means: 'Mails about your messages, purchases, guilds and sales; news of artists only in the list.',
  },
  weekly: { name: 'Weekly summary', means: 'One mail on Mondays; what cannot wait comes at once.' },
  nothing: { name: 'No mails', means: 'All of it in the list; only mails that are always sent.' },
};

/** What artists and the marketplace publish for many; all other kinds are about somebody's own affairs. */
const NEWS: readonly NotificationKind[] = [
  'new-product',
  'new-release',
  'new-post',
  'wish-sale',
  'saved-search',
  'guild-goal',
  'sale-week',
];

/** The pace of a kind's mails in a preset. Kinds that cannot be had weekly come at once. */
function paceIn(preset: Preset, kind: NotificationKind): MailPace {
  const { mail, paces } = KIND_FACTS[kind];
  if (preset === 'nothing') return 'off';
  if (preset === 'own') return NEWS.includes(kind) ? 'off' : mail;
  if (preset === 'weekly' && paces.includes('weekly')) return 'weekly';
  return 'now';
}

/** The choices that a preset stands for: one for each kind whose mails can be chosen. They hold for all stores. */
export function presetChoices(preset: Preset): ChosenSwitch[] {
  return NOTIFICATION_KINDS.filter((kind) => KIND_FACTS[kind].paces.length > 0).map((kind) => ({
    ...{ kind, storeId: null, inApp: true },
    mail: paceIn(preset, kind),
  }));
}

/**
 * The preset that somebody's choices come to, or null. Exceptions for single stores change none.
 * @param kinds those that they can receive
 */
export function presetOf(chosen: readonly ChosenSwitch[], kinds: readonly NotificationKind[]): Preset | null {
  const fits = (preset: Preset) =>
    presetChoices(preset)
      .filter(({ kind }) => kinds.includes(kind))
      .every(({ kind, inApp, mail }) => {
        const now = switchFor(chosen, kind, null);
        return now.inApp === inApp && now.mail === mail;
      });
  return PRESETS.find(fits) ?? null;
}
