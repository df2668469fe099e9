import { MEMBER_STATE_TEXTS, MEMBER_STATES } from '../../../../domain/guild/member.ts';
import { Field, Select } from '../../../../ui/Form.tsx';
import { useDebounced } from '../../../../ui/useDebounced.ts';
import type { TierName } from '../../release/account/release-labels.ts';
import type { MemberFilter } from './useMembers.ts';

/** How long nothing is typed before members are asked for, in ms. */
const TYPED_MS = 400;

/** Which members are shown and exported. */
export function MemberFilters({
  asked,
  tiers,
  onAsk,
}: {
  asked: MemberFilter;
  tiers: readonly TierName[];
  onAsk: (asked: MemberFilter) => void;
}) {
  const [typed, type] = useDebounced(asked.text, (text) => onAsk({ ...asked, text }), TYPED_MS);
  return (
    <search className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Field
        label="Name or address"
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
        value={asked.tierId}
        options={[['', 'All'], ...tiers.map(({ id, name }) => [id, name] as const)]}
        onChange={(tierId) => onAsk({ ...asked, tierId })}
      />
      <Select
        label="State"
        name="state"
        value={asked.state}
        options={[['', 'Any'], ...MEMBER_STATES.map((state) => [state, MEMBER_STATE_TEXTS[state]] as const)]}
        onChange={(state) => onAsk({ ...asked, state: state as MemberFilter['state'] })}
      />
      <Select
        label="Joined"
        name="joined"
        value={asked.days}
        options={[
          ['', 'Any time'],
          ['30', 'In the last 30 days'],
          ['90', 'In the last 90 days'],
          ['365', 'In the last year'],
        ]}
        onChange={(days) => onAsk({ ...asked, days: days as MemberFilter['days'] })}
      />
    </search>
  );
}
