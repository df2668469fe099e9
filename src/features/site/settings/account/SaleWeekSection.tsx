import {
  announcedWeek,
  SALE_WEEK,
  SALE_WEEK_LIMITS,
  saleWeekState,
} from '../../../../domain/catalogue/price/sale-week.ts';
import { paths } from '../../../../paths.ts';
import { Field, TextArea } from '../../../../ui/Form.tsx';
import { GroupSection } from './GroupSection.tsx';
import { shownMoment, shownNumber, typedMoment, typedNumber } from './numbers.ts';
import { type AllSettings, useGroup } from './useGroup.ts';

/** The sale week of the whole marketplace. */
export function SaleWeekSection({ all }: { all: AllSettings }) {
  const group = useGroup(SALE_WEEK, all);
  const { value, set, error } = group;
  const week = announcedWeek(value);
  return (
    <GroupSection
      title="Sale week"
      intro="A sale of the whole marketplace. Sellers are told once, within a minute, and join with models of theirs; visitors read of it on the home page a week ahead."
      label="Save the sale week"
      group={group}
    >
      <Field
        label="Name"
        required={false}
        maxLength={SALE_WEEK_LIMITS.name}
        placeholder="Winter Week"
        hint="Empty: no sale week. A new name is a new week, which sellers join again."
        {...group.field('name')}
      />
      <TextArea
        label="A sentence for visitors and sellers"
        rows={2}
        maxLength={SALE_WEEK_LIMITS.text}
        {...group.field('text')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="From (UTC)"
          name="from"
          type="datetime-local"
          required={value.name !== ''}
          value={shownMoment(value.from)}
          error={error('from')}
          onChange={(from) => set({ from: typedMoment(from) })}
        />
        <Field
          label="To (UTC)"
          name="to"
          type="datetime-local"
          required={value.name !== ''}
          value={shownMoment(value.to)}
          error={error('to')}
          onChange={(to) => set({ to: typedMoment(to) })}
        />
      </div>
      <Field
        label="Least discount in percent"
        name="leastPercent"
        inputMode="numeric"
        value={shownNumber(value.leastPercent)}
        error={error('leastPercent')}
        onChange={(typed) => set({ leastPercent: typedNumber(typed) })}
      />
      <p className="hint">
        {week === null ? (
          'No sale week is announced.'
        ) : (
          <>
            {STATES[saleWeekState(week, Date.now())]} Its page is{' '}
            <a className="link" href={paths.saleWeek(week.slug)}>
              {paths.saleWeek(week.slug)}
            </a>
            . Whoever has joined keeps the dates and the discount they joined with, until they save again.
          </>
        )}
      </p>
    </GroupSection>
  );
}

const STATES = {
  coming: 'It begins by itself.',
  running: 'It is running.',
  over: 'It is over.',
} as const;
