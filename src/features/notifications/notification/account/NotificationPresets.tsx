import { allMailsAreOff } from '../../../../domain/notifications/all-mails.ts';
import type { ChosenSwitch, NotificationKind } from '../../../../domain/notifications/notification.ts';
import {
  PRESET_TEXTS,
  PRESETS,
  type Preset,
  presetOf,
} from '../../../../domain/notifications/notification-presets.ts';
import { Section } from '../../../../ui/Form.tsx';

/** Ready-made settings, one press each; the table below shows what they come to. */
export function NotificationPresets({
  chosen,
  kinds,
  busy,
  onChoose,
}: {
  chosen: readonly ChosenSwitch[];
  kinds: readonly NotificationKind[];
  busy: boolean;
  onChoose: (preset: Preset) => void;
}) {
  const now = presetOf(chosen, kinds);
  return (
    <Section
      title="In short"
      intro="Choose one, and change single kinds below. Receipts, and mails about your account, your memberships and cases, are always sent."
    >
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {PRESETS.map((preset) => (
          <li key={preset}>
            <button
              type="button"
              className={`h-full w-full rounded-lg border p-4 text-left hover:border-verdigris ${preset === now ? 'border-verdigris bg-paper-2' : 'border-line'}`}
              aria-pressed={preset === now}
              aria-busy={busy}
              onClick={() => onChoose(preset)}
            >
              <span className="block font-semibold">{PRESET_TEXTS[preset].name}</span>
              <span className="block text-sm text-ink-2">{PRESET_TEXTS[preset].means}</span>
            </button>
          </li>
        ))}
      </ul>
      {allMailsAreOff(chosen) && (
        <p className="notice">All other mails are off. Choose below which ones you want again.</p>
      )}
    </Section>
  );
}
