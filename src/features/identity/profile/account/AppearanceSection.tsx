import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import type { User } from '../../../../domain/identity/user.ts';
import { THEME_PREFERENCES, type ThemePreference } from '../../../../domain/kernel/theme.ts';
import { Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { $theme, preferTheme } from '../../../kernel/theme/theme.store.ts';
import { userChanged } from '../../session/user.store.ts';

const LABELS: Record<ThemePreference, string> = { light: 'Light', dark: 'Dark', system: 'System' };

export function AppearanceSection({ user }: { user: User }) {
  const { preference } = useStore($theme, { ssr: 'initial' });
  const { mutate } = useMutation();
  const choose = (theme: ThemePreference) => {
    preferTheme(theme);
    void mutate(() => actions.account.changeProfile({ theme }), null, userChanged);
  };
  return (
    <Section title="Appearance">
      <fieldset>
        <legend className="label">Colours</legend>
        <div className="flex flex-wrap gap-2">
          {THEME_PREFERENCES.map((theme) => (
            <label
              key={theme}
              className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line px-4 has-checked:border-verdigris has-checked:bg-paper-2"
            >
              <input
                type="radio"
                name="theme"
                value={theme}
                checked={preference === theme}
                onChange={() => choose(theme)}
              />
              {LABELS[theme]}
            </label>
          ))}
        </div>
      </fieldset>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5"
          checked={user.showMature}
          onChange={(event) =>
            mutate(
              () => actions.account.changeProfile({ showMature: event.target.checked }),
              null,
              userChanged,
            )
          }
        />
        I am 18 or older: show models marked as mature
      </label>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5"
          checked={user.hidesAi}
          onChange={(event) =>
            mutate(() => actions.account.changeProfile({ hidesAi: event.target.checked }), null, userChanged)
          }
        />
        Hide models made with generative AI in every search
      </label>
    </Section>
  );
}
