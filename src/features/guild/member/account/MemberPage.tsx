import { actions } from 'astro:actions';
import { memberIsIn } from '../../../../domain/guild/member.ts';
import { PERIOD_KIND_TEXTS } from '../../../../domain/guild/membership-period.ts';
import { TENURE_MOST } from '../../../../domain/guild/tenure-import.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { monthText } from '../../../../domain/kernel/month.ts';
import { paths } from '../../../../paths.ts';
import { DataTable } from '../../../../ui/account/DataTable.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Field, Form, Section, TextArea } from '../../../../ui/Form.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { GuildFrame, GuildQueryState, StateMark } from '../../guild/account/GuildFrame.tsx';
import { MemberActions } from './MemberActions.tsx';
import { monthsText, paysText, stateText } from './MemberRows.tsx';
import type { MemberView } from './member-view.ts';

/** One member: status, months, and the seller's actions and notes. */
export function MemberPage({ id }: { id: string }) {
  const query = useQuery(() => actions.guildMembers.one({ id }));
  const { data, refetch } = query;
  const tierName = (tier: string) => data?.tiers.find((one) => one.id === tier)?.name ?? '';
  return (
    <GuildFrame
      title={data ? data.member.username || 'Deleted account' : 'Member'}
      back={{ to: paths.sellerMembers(), label: 'All members' }}
    >
      <GuildQueryState query={query} />
      {data && (
        <div className="mt-4 grid max-w-2xl grid-cols-1 gap-4">
          <div>
            <StateMark strong={memberIsIn(data.member.state)}>{stateText(data.member)}</StateMark>
            <p className="mt-2 text-ink-2 wrap-anywhere">{data.member.email}</p>
            <p className="text-ink-2">
              {tierName(data.member.tierId)}, {paysText(data.member)}. Joined {dayText(data.member.joinedAt)},{' '}
              {monthsText(data.member)}, {data.member.streak} in a row.
            </p>
          </div>
          <MemberActions member={data.member} months={data.months} onChanged={refetch} />
          <Months months={data.months} tierName={tierName} />
          <Note member={data.member} />
        </div>
      )}
    </GuildFrame>
  );
}

type MonthRow = ActionAnswer<typeof actions.guildMembers.one>['months'][number];

function Months({ months, tierName }: { months: MonthRow[]; tierName: (id: string) => string }) {
  return (
    <Section title="Months">
      {months.length === 0 ? (
        <p className="text-ink-2">No months paid or given yet.</p>
      ) : (
        <DataTable
          label="Months"
          className=""
          rows={months}
          keyOf={({ id }) => id}
          columns={[
            { head: 'Month', isRowHead: true, cell: ({ month }) => monthText(month) },
            {
              head: 'Tier',
              cell: ({ tierId, raise }) =>
                tierName(tierId) + (raise && !raise.refunded ? `, then ${tierName(raise.tierId)}` : ''),
            },
            { head: 'Type', cell: ({ kind }) => PERIOD_KIND_TEXTS[kind] },
            {
              head: 'Paid',
              isNumber: true,
              cell: ({ paidCents, raise }) =>
                moneyText(paidCents + (raise && !raise.refunded ? raise.paidCents : 0)),
            },
          ]}
        />
      )}
    </Section>
  );
}

function Note({ member }: { member: MemberView }) {
  const { field, busy, save } = useDraft({
    begin: () => ({ note: member.note, tenure: String(member.tenureMonths) }),
    read: ({ note, tenure }) => ({
      note,
      tenureMonths: /^\d{1,3}$/.test(tenure.trim()) ? Number(tenure) : Number.NaN,
    }),
    refusals: ({ tenureMonths }): { tenureMonths?: string; note?: string } =>
      tenureMonths <= TENURE_MOST ? {} : { tenureMonths: `Enter a whole number from 0 to ${TENURE_MOST}.` },
    send: (draft) => actions.guildMembers.note({ id: member.id, ...draft }),
    said: 'Saved.',
  });
  return (
    <Section title="Only for you" intro="Members never see this note.">
      <Form busy={busy} label="Save" onSend={save}>
        <TextArea label="Note" {...field('note')} rows={3} maxLength={500} />
        <Field
          label="Imported months"
          {...field('tenure', 'tenureMonths')}
          inputMode="numeric"
          hint="Shown next to their months here. Imported months grant nothing."
        />
      </Form>
    </Section>
  );
}
