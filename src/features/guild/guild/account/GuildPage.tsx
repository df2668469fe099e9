import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { Link } from 'wouter';
import { GUILD_LIMITS, type Guild } from '../../../../domain/guild/guild.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { momentText } from '../../../../domain/kernel/wall-clock.ts';
import { paths } from '../../../../paths.ts';
import { PictureField } from '../../../../ui/account/PictureField.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Section } from '../../../../ui/Form.tsx';
import { ownTimeZone } from '../../../../ui/time-zone.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { RewardsSection } from '../../bundle/account/RewardsSection.tsx';
import { MonthsChart } from '../../member/account/MonthsChart.tsx';
import { GoalsSection } from './GoalsSection.tsx';
import { GuildFrame, GuildQueryState } from './GuildFrame.tsx';
import { GuildFront } from './GuildFront.tsx';
import { GuildStatusSection } from './GuildStatusSection.tsx';
import { PollsSection } from './PollsSection.tsx';

type GuildAnswer = NonNullable<ActionAnswer<typeof actions.guilds.mine>>;

/** The seller's guild: status, figures, cover, details, loyalty rewards and goals. */
export default function GuildPage() {
  const store = useStore($sellerStore);
  const query = useQuery(() => actions.guilds.mine());
  const { data, refetch } = query;
  const intro = data?.guild ? (
    <>
      {data.guild.tagline}{' '}
      <a className="link" href={paths.guildPreview()}>
        Preview the page
      </a>
    </>
  ) : (
    'Members pay you each month and get what you publish.'
  );
  return (
    <GuildFrame title={data?.guild?.name ?? 'Guild'} intro={intro}>
      <GuildQueryState query={query} />
      {data?.guild === null && (
        <div className="mt-6 grid max-w-2xl gap-4">
          <p>
            You keep {100 - data.commission}% of each payment. Members keep what they received, even after
            they leave; that is why people join.
          </p>
          <GuildFront guild={null} onSaved={refetch} />
        </div>
      )}
      {data?.guild && store && (
        <div className="mt-6 grid max-w-3xl grid-cols-1 gap-4">
          <GuildStatusSection
            key={`${data.guild.state} ${data.guild.pausesAt}`}
            guild={data.guild}
            inTheWay={data.inTheWay}
            lastMonthEnds={data.lastMonthEnds}
            onChanged={refetch}
          />
          <Figures answer={data} />
          <MonthsChart months={data.months} />
          <Section title="Cover" intro="A wide picture at the top of the guild’s page. JPEG, PNG or WebP.">
            <PictureField
              what="cover"
              shape="wide"
              altMax={GUILD_LIMITS.alt}
              picture={
                data.guild.cover && {
                  src: paths.picture('guilds', data.guild.id, data.guild.cover.file, 960),
                  alt: data.guild.cover.alt,
                }
              }
              send={(form) => actions.guilds.cover(form)}
              onSaved={refetch}
            />
          </Section>
          <GuildFront key={JSON.stringify(data.guild.name)} guild={data.guild} onSaved={refetch} />
          <RewardsSection />
          <GoalsSection />
          <PollsSection guildState={data.guild.state} />
        </div>
      )}
    </GuildFrame>
  );
}

function Figures({ answer }: { answer: Extract<GuildAnswer, { guild: Guild }> }) {
  const { guild, months, next } = answer;
  const latest = months.at(-1);
  const churn = months.filter(({ churnPercent }) => churnPercent !== null).at(-1);
  const figures = [
    { name: 'Members now', value: String(guild.members), note: null },
    {
      name: 'Yours this month',
      value: moneyText(latest?.yoursCents ?? 0),
      note: `of ${moneyText(latest?.paidCents ?? 0)} that members paid; each payment is listed under Sales`,
    },
    {
      name: 'Churn',
      value: churn ? `${churn.churnPercent}%` : '–',
      note: churn ? `${churn.left} left in the last full month` : 'Available after a full month',
    },
  ];
  return (
    <>
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        {figures.map(({ name, value, note }) => (
          <div key={name} className="card p-4">
            <dt className="text-sm text-ink-2">{name}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
            {note && <dd className="text-sm text-ink-2">{note}</dd>}
          </div>
        ))}
      </dl>
      <p className="card p-4">
        {next?.publishAt ? (
          <>
            Next:{' '}
            <Link className="link" href={`~${paths.sellerReleases(next.id)}`}>
              {next.title}
            </Link>
            , on {momentText(next.publishAt, ownTimeZone())}.
          </>
        ) : (
          <>
            No release is scheduled.{' '}
            <Link className="link" href={`~${paths.sellerReleases('new')}`}>
              Prepare the next one
            </Link>
          </>
        )}
      </p>
    </>
  );
}
