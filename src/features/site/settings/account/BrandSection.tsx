import { actions } from 'astro:actions';
import { accentColours, BRAND, readableAccent, SITE_NAME_MAX } from '../../../../domain/kernel/brand.ts';
import type { Theme } from '../../../../domain/kernel/theme.ts';
import { FileButton } from '../../../../ui/account/FileButton.tsx';
import { Field } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { GroupSection } from './GroupSection.tsx';
import { type AllSettings, useGroup } from './useGroup.ts';

const BUILT_IN = { light: '#1d6f63', dark: '#5cc2b0' } as const;

/** Name, logo and accent colours, with what they will look like. */
export function BrandSection({ all }: { all: AllSettings }) {
  const group = useGroup(BRAND, all);
  const { value, set, error } = group;
  const reading = useMutation();
  const upload = (picture: File) => {
    const form = new FormData();
    form.set('picture', picture);
    void reading.mutate(() => actions.siteSettings.readLogo(form), null, set);
  };
  return (
    <GroupSection
      title="Name, logo and colours"
      intro="In the header, in titles, mails and feeds."
      label="Save name and colours"
      group={group}
    >
      <Field label="Name" maxLength={SITE_NAME_MAX} {...group.field('name')} />
      <div className="flex flex-wrap items-center gap-3">
        {value.logo !== '' && (
          <img
            src={`data:image/webp;base64,${value.logo}`}
            width={Math.round((30 * value.logoRatio) / 100)}
            height={30}
            alt="The logo"
          />
        )}
        <FileButton
          label={value.logo === '' ? 'Upload a logo' : 'Replace the logo'}
          accept="image/png,image/webp,image/jpeg"
          busy={reading.busy}
          onFiles={([picture]) => upload(picture)}
        />
        {value.logo !== '' && (
          <button type="button" className="link min-h-11" onClick={() => set({ logo: '', logoRatio: 100 })}>
            Use the drawn sign
          </button>
        )}
        <p className="hint w-full">
          PNG with transparency, at most five times as wide as high. It must be seen on light and on dark
          ground.
        </p>
      </div>
      {(['light', 'dark'] as const).map((theme) => (
        <Accent
          key={theme}
          theme={theme}
          value={theme === 'light' ? value.accentLight : value.accentDark}
          error={error(theme === 'light' ? 'accentLight' : 'accentDark')}
          onChange={(accent) => set(theme === 'light' ? { accentLight: accent } : { accentDark: accent })}
        />
      ))}
    </GroupSection>
  );
}

interface AccentProps {
  theme: Theme;
  value: string;
  error: string | undefined;
  onChange: (accent: string) => void;
}

/** A colour, with the nearest one that can be read where it cannot. */
function Accent({ theme, value, error, onChange }: AccentProps) {
  const readable = value === '' ? null : readableAccent(value, theme);
  const shown = accentColours(readable ?? BUILT_IN[theme], theme);
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <Field
          label={theme === 'light' ? 'Accent colour, light theme' : 'Accent colour, dark theme'}
          name={`accent-${theme}`}
          required={false}
          maxLength={7}
          placeholder={`${BUILT_IN[theme]}, built in`}
          value={value}
          error={error}
          onChange={(text) => onChange(text.trim().toLowerCase())}
        />
        <input
          type="color"
          className="h-12 w-14 rounded-lg"
          aria-label={`Pick the ${theme} accent colour`}
          value={shown.accent}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {readable !== null && readable !== value && (
        <button
          type="button"
          className="btn btn-quiet btn-small justify-self-start"
          onClick={() => onChange(readable)}
        >
          Use {readable}
        </button>
      )}
      <svg
        viewBox="0 0 320 48"
        className="w-full max-w-xs"
        role="img"
        aria-label={`A button and a link, ${theme} theme`}
      >
        <rect width="320" height="48" rx="10" fill={theme === 'light' ? '#f6f2ea' : '#14161a'} />
        <rect x="10" y="8" width="130" height="32" rx="16" fill={shown.accent} />
        <text x="75" y="29" textAnchor="middle" fontSize="14" fontWeight="600" fill={shown.on}>
          A button
        </text>
        <text x="160" y="29" fontSize="14" textDecoration="underline" fill={shown.accent}>
          A link
        </text>
      </svg>
    </div>
  );
}
