import { actions } from 'astro:actions';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { MEMBER_STATES, type MemberState } from '../../../../domain/guild/member.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { saveFile } from '../../../../ui/save-file.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { BroadcastForm } from '../../../messaging/broadcast/account/BroadcastForm.tsx';
import { BroadcastRows } from '../../../messaging/broadcast/account/BroadcastRows.tsx';
import { GuildFrame, GuildQueryState } from '../../guild/account/GuildFrame.tsx';
import { MemberFilters } from './MemberFilters.tsx';
import { MemberPage } from './MemberPage.tsx';
import { MemberRows } from './MemberRows.tsx';
import { MonthsChart } from './MonthsChart.tsx';
import { TenureImportForm } from './TenureImport.tsx';
import { ANY_MEMBER, type MemberFilter, memberFilter, useMembers } from './useMembers.ts';

/** The current and former members of the guild, or the member named in the URL. */
export default function MembersPage() {
  const id = new URLSearchParams(useSearch()).get('id');
  return id === null ? <AllMembers /> : <MemberPage key={id} id={id} />;
}

function AllMembers() {
  const query = useQuery(() => actions.guildMembers.standing());
  const [filter, setFilter] = useState<MemberFilter>(ANY_MEMBER);
  const shown = useMembers(filter);
  const sent = useQuery(() => actions.guildLetters.recent());
  const { busy, mutate } = useMutation();
  const { data } = query;
  const all = Object.values(data?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  const save = () =>
    void mutate(
      () => actions.guildMembers.csv(memberFilter(filter)),
      null,
      // The byte order mark tells spreadsheets that this is UTF-8.
      ({ csv }) => saveFile('members.csv', 'text/csv;charset=utf-8', `\uFEFF${csv}`),
    );
  return (
    <GuildFrame
      title="Members"
      intro={data ? countsText(data.counts) : undefined}
      action={
        all > 0 && (
          <button type="button" className="link min-h-11" aria-busy={busy} onClick={save}>
            Export CSV
          </button>
        )
      }
    >
      <GuildQueryState query={query} />
      {data && all === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl">No members yet</h2>
          <p>New members appear here with their tier, their months and what they pay.</p>
        </div>
      )}
      {data && all > 0 && (
        <div className="mt-6 grid max-w-3xl grid-cols-1 gap-4">
          <MonthsChart months={data.months} />
          <MemberFilters filter={filter} tiers={data.tiers} onFilter={setFilter} />
          <BroadcastForm
            filter={filter}
            onSent={(broadcast) => {
              const others = sent.data?.letters.filter(({ id }) => id !== broadcast.id) ?? [];
              sent.setData({ letters: [broadcast, ...others] });
            }}
          />
          <BroadcastRows
            broadcasts={sent.data?.letters ?? []}
            onUpdate={(letters) => sent.setData({ letters })}
          />
          <MemberRows shown={shown} tiers={data.tiers} onAll={() => setFilter(ANY_MEMBER)} />
        </div>
      )}
      {data && (
        <div className="mt-4 max-w-3xl">
          <TenureImportForm onImported={shown.again} />
        </div>
      )}
    </GuildFrame>
  );
}

/** Singular and plural of the members in a state. */
const STATE_COUNTS: Record<MemberState, [one: string, more: string]> = {
  trialing: ['on trial', 'on trial'],
  active: ['member', 'members'],
  past_due: ['with a failed payment', 'with a failed payment'],
  lapsed: ['lapsed', 'lapsed'],
  cancelling: ['leaving', 'leaving'],
  left: ['left', 'left'],
  banned: ['banned', 'banned'],
};

function countsText(counts: Partial<Record<MemberState, number>>): string {
  const parts = MEMBER_STATES.flatMap((state) => {
    const count = counts[state] ?? 0;
    return count === 0 ? [] : [counted(count, ...STATE_COUNTS[state])];
  });
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}
