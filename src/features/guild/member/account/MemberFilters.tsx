import { MEMBER_STATE_TEXTS, MEMBER_STATES } from '../../../../domain/guild/member.ts';
import { Field, Select } from '../../../../ui/Form.tsx';
import { useDebounced } from '../../../../ui/useDebounced.ts';
import type { TierName } from '../../release/account/release-labels.ts';
import type { MemberFilter } from './useMembers.ts';

/** Delay after the last key before members are loaded, in ms. */
const DEBOUNCE_MS = 400;

/** The filters of the member list and its export. */
export function MemberFilters({
  filter,
  tiers,
  onFilter,
}: {
  filter: MemberFilter;
  tiers: readonly TierName[];
  onFilter: (filter: MemberFilter) => void;
}) {
  const [typed, type] = useDebounced(filter.text, (text) => onFilter({ ...filter, text }), DEBOUNCE_MS);
  return (
    <search className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Field
        label="Name or e-mail"
        name="text"
        type="search"
        required={false}
        maxLength={100}
        value={typed}
        onChange={type}
      />
      <Select
        label="Tier"
        name="tier"
        value={filter.tierId}
        options={[['', 'All'], ...tiers.map(({ id, name }) => [id, name] as const)]}
        onChange={(tierId) => onFilter({ ...filter, tierId })}
      />
      <Select
        label="State"
        name="state"
        value={filter.state}
        options={[['', 'Any'], ...MEMBER_STATES.map((state) => [state, MEMBER_STATE_TEXTS[state]] as const)]}
        onChange={(state) => onFilter({ ...filter, state: state as MemberFilter['state'] })}
      />
      <Select
        label="Joined"
        name="joined"
        value={filter.days}
        options={[
          ['', 'Any time'],
          ['30', 'In the last 30 days'],
          ['90', 'In the last 90 days'],
          ['365', 'In the last year'],
        ]}
        onChange={(days) => onFilter({ ...filter, days: days as MemberFilter['days'] })}
      />
    </search>
  );
}
