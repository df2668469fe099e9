import { BANNER, BANNER_MAX, BANNER_TONES, bannerAt } from '../../../../domain/site/banner.ts';
import { Field, Select } from '../../../../ui/Form.tsx';
import { GroupSection } from './GroupSection.tsx';
import { shownMoment, typedMoment } from './numbers.ts';
import { type AllSettings, useGroup } from './useGroup.ts';

const TONES = { notice: 'Plain', offer: 'Offer', warning: 'Warning' } as const;
const COLOURS = { notice: 'text-ink', offer: 'text-brass', warning: 'text-wax' } as const;

/** The line above every page, as it will look. */
export function BannerSection({ all }: { all: AllSettings }) {
  const group = useGroup(BANNER, all);
  const { value, set, error } = group;
  const now = Date.now();
  const state =
    value.text === ''
      ? 'No banner is shown.'
      : bannerAt(value, now)
        ? 'It stands on every page until it ends or is closed by the visitor.'
        : value.from !== null && value.from > now
          ? 'It will appear by itself.'
          : 'It has ended.';
  return (
    <GroupSection
      title="Banner"
      intro="A line above every page. Visitors can close it; a changed one is shown again."
      label="Save the banner"
      group={group}
    >
      <Field label="Text" required={false} maxLength={BANNER_MAX} {...group.field('text')} />
      <Field
        label="Where it leads"
        required={false}
        placeholder="/guilds or https://…"
        {...group.field('link')}
      />
      <Select
        label="Tone"
        name="tone"
        value={value.tone}
        options={BANNER_TONES.map((tone) => [tone, TONES[tone]] as const)}
        onChange={(tone) => set({ tone: BANNER_TONES.find((known) => known === tone) ?? 'notice' })}
      />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1 2xl:grid-cols-2">
        <Field
          label="From (UTC)"
          name="from"
          type="datetime-local"
          required={false}
          value={shownMoment(value.from)}
          onChange={(from) => set({ from: typedMoment(from) })}
        />
        <Field
          label="To (UTC)"
          name="to"
          type="datetime-local"
          required={false}
          value={shownMoment(value.to)}
          error={error('to')}
          onChange={(to) => set({ to: typedMoment(to) })}
        />
      </div>
      {value.text !== '' && (
        <p
          className={`rounded-lg border border-line bg-paper-2 px-4 py-2 text-sm font-semibold wrap-anywhere ${COLOURS[value.tone]}`}
        >
          {value.text}
        </p>
      )}
      <p className="hint">{state}</p>
    </GroupSection>
  );
}
