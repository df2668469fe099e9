import { GUILD_HOLDS } from '../../../../domain/guild/guild-hold.ts';
import { Field } from '../../../../ui/Form.tsx';
import { GroupSection } from './GroupSection.tsx';
import { requiredNumber, shownNumber } from './numbers.ts';
import { type AllSettings, useGroup } from './useGroup.ts';

/** When members get back what they paid for the time of a store that is not open. */
export function GuildHoldSection({ all }: { all: AllSettings }) {
  const group = useGroup(GUILD_HOLDS, all);
  const { value, set, error } = group;
  return (
    <GroupSection
      title="Guilds of stores that are not open"
      intro="Nobody is charged while a store is closed, suspended or on vacation. After these days its members get back what they paid for that time, month by month."
      label="Save the days"
      group={group}
    >
      <Field
        label="Days until unused time is paid back"
        name="returnAfterDays"
        inputMode="numeric"
        value={shownNumber(value.returnAfterDays)}
        error={error('returnAfterDays')}
        onChange={(text) => set({ returnAfterDays: requiredNumber(text) })}
      />
    </GroupSection>
  );
}
