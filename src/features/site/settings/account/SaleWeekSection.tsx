import {
  announcedWeeks,
  SALE_WEEK_LIMITS,
  SALE_WEEKS,
  type SaleWeek,
  saleWeekState,
} from '../../../../domain/catalogue/price/sale-week.ts';
import { paths } from '../../../../paths.ts';
import { Field, TextArea } from '../../../../ui/Form.tsx';
import { GroupSection } from './GroupSection.tsx';
import { requiredNumber, shownMoment, shownNumber, typedMoment } from './numbers.ts';
import { type AllSettings, useGroup } from './useGroup.ts';

const NEW: SaleWeek = { name: '', text: '', from: null, to: null, leastPercent: 15 };

/** The sale weeks of the whole marketplace. */
export function SaleWeekSection({ all }: { all: AllSettings }) {
  const group = useGroup(SALE_WEEKS, all);
  const { weeks } = group.value;
  const set = (next: readonly SaleWeek[]) => group.set({ weeks: next });
  return (
    <GroupSection
      title="Sale weeks"
      intro="Sales of the whole marketplace. Sellers are told of each 30 days ahead and join with models of theirs at any time; visitors read of it on the home page a week ahead. No two may overlap."
      label="Save the sale weeks"
      group={group}
    >
      {weeks.length === 0 && <p className="hint">No sale week is announced.</p>}
      {weeks.map((week, at) => (
        <WeekFields
          // Weeks have no id; a new one is added at the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={at}
          at={at}
          week={week}
          error={(field) => group.partError(`weeks.${at}.${field}`)}
          onChange={(part) => set(weeks.map((one, other) => (other === at ? { ...one, ...part } : one)))}
          onRemove={() => set(weeks.filter((_, other) => other !== at))}
        />
      ))}
      {group.error('weeks') && <p className="error">{group.error('weeks')}</p>}
      {weeks.length < SALE_WEEK_LIMITS.weeks && (
        <button
          type="button"
          className="btn btn-quiet btn-small justify-self-start"
          onClick={() => set([...weeks, NEW])}
        >
          Add a sale week
        </button>
      )}
    </GroupSection>
  );
}

function WeekFields({
  at,
  week,
  error,
  onChange,
  onRemove,
}: {
  at: number;
  week: SaleWeek;
  error: (field: keyof SaleWeek) => string | undefined;
  onChange: (part: Partial<SaleWeek>) => void;
  onRemove: () => void;
}) {
  const title = week.name || 'New sale week';
  const [announced] = announcedWeeks({ weeks: [week] });
  return (
    <fieldset className="grid gap-4 rounded-lg border border-line p-4">
      <legend className="label px-1">{title}</legend>
      <Field
        label="Name"
        name={`name-${at}`}
        maxLength={SALE_WEEK_LIMITS.name}
        placeholder="Winter Week"
        hint="Its address is made of it. A new name is a new week, which sellers join again."
        value={week.name}
        error={error('name')}
        onChange={(name) => onChange({ name })}
      />
      <TextArea
        label="A sentence for visitors and sellers"
        name={`text-${at}`}
        rows={2}
        maxLength={SALE_WEEK_LIMITS.text}
        value={week.text}
        error={error('text')}
        onChange={(text) => onChange({ text })}
      />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1 2xl:grid-cols-2">
        <Field
          label="From (UTC)"
          name={`week-from-${at}`}
          type="datetime-local"
          value={shownMoment(week.from)}
          error={error('from')}
          onChange={(from) => onChange({ from: typedMoment(from) })}
        />
        <Field
          label="To (UTC)"
          name={`week-to-${at}`}
          type="datetime-local"
          value={shownMoment(week.to)}
          error={error('to')}
          onChange={(to) => onChange({ to: typedMoment(to) })}
        />
      </div>
      <Field
        label="Least discount in percent"
        name={`leastPercent-${at}`}
        inputMode="numeric"
        value={shownNumber(week.leastPercent)}
        error={error('leastPercent')}
        onChange={(typed) => onChange({ leastPercent: requiredNumber(typed) })}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="hint min-w-0 flex-1 basis-64">
          {announced && announced.slug !== '' && (
            <>
              {STATES[saleWeekState(announced, Date.now())]} Its page is{' '}
              <a className="link" href={paths.saleWeek(announced.slug)}>
                {paths.saleWeek(announced.slug)}
              </a>
              . Whoever has joined keeps the dates and the discount they joined with, until they save again.
            </>
          )}
        </p>
        <button type="button" className="link min-h-11" aria-label={`Remove ${title}`} onClick={onRemove}>
          Remove
        </button>
      </div>
    </fieldset>
  );
}

const STATES = {
  coming: 'It begins by itself.',
  running: 'It is running.',
  over: 'It is over.',
} as const;
