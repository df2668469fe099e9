import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import {
  ENTRY_REFUSAL_TEXTS,
  joinRefusals,
  saleWeekDays,
  saleWeekState,
} from '../../../../domain/catalogue/price/sale-week.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { momentText } from '../../../../domain/kernel/wall-clock.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { ownTimeZone } from '../../../../ui/time-zone.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { ProductPicker } from '../../product/account/ProductPicker.tsx';
import { NoStore } from '../../store/account/NoStore.tsx';
import { $sellerStore } from '../../store/account/seller-store.store.ts';

type Answer = ActionAnswer<typeof actions.saleWeeks.mine>;
type Outcome = ActionAnswer<typeof actions.saleWeeks.join>;
type Week = Answer['weeks'][number];
type Entry = Week['entry'];

const models = (count: number) => counted(count, 'model');

/** The week that is shown until another one is chosen: the first that is not over, or the last. */
const first = (weeks: readonly Week[]) =>
  weeks.find((week) => saleWeekState(week, Date.now()) !== 'over') ?? weeks.at(-1);

/** The sale weeks of the marketplace, and what my store has in them. */
export default function SaleWeekPage() {
  const store = useStore($sellerStore);
  const query = useQuery(() => actions.saleWeeks.mine());
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!store) return <NoStore title="Sale week" />;
  const { weeks = [] } = query.data ?? {};
  const week = weeks.find(({ slug }) => slug === chosen) ?? first(weeks);
  const reload = (next: Outcome | null) => {
    setOutcome(next);
    heading.current?.focus();
    query.refetch();
  };
  return (
    <>
      <PageTitle ref={heading}>{week ? week.name : 'Sale week'}</PageTitle>
      <QueryState query={query} />
      {query.data && !week && (
        <div className="empty mt-6">
          <h2 className="text-2xl">No sale week is announced</h2>
          <p>When the marketplace announces one, you join it here. Your own sales work at any time.</p>
          <a className="btn" href={paths.productList()}>
            Open your products
          </a>
        </div>
      )}
      {week && weeks.length > 1 && (
        <Chooser
          weeks={weeks}
          shown={week}
          onChoose={(slug) => {
            setOutcome(null);
            setChosen(slug);
          }}
        />
      )}
      {week && (
        <div className="mt-2 grid max-w-3xl gap-6">
          <About week={week} />
          {outcome && <OutcomeNotice outcome={outcome} />}
          {saleWeekState(week, Date.now()) !== 'coming' && <Sold week={week} />}
          {week.entry.count > 0 && <Joined week={week} onLeft={() => reload(null)} />}
          {saleWeekState(week, Date.now()) === 'over' ? (
            <p className="notice">It is over. Prices are as they were before.</p>
          ) : (
            <JoinForm
              key={`${week.slug} ${week.entry.count} ${week.entry.percent}`}
              week={week}
              onJoined={reload}
            />
          )}
        </div>
      )}
    </>
  );
}

function Chooser({
  weeks,
  shown,
  onChoose,
}: {
  weeks: readonly Week[];
  shown: Week;
  onChoose: (slug: string) => void;
}) {
  return (
    <ul className="mt-4 mb-2 flex flex-wrap gap-2" aria-label="Sale weeks">
      {weeks.map((week) => (
        <li key={week.slug}>
          <button
            type="button"
            className="chip min-h-11 max-w-full flex-wrap text-left"
            aria-pressed={week.slug === shown.slug}
            onClick={() => onChoose(week.slug)}
          >
            {week.name}
            <span className="font-normal">{saleWeekDays(week)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function About({ week }: { week: Week }) {
  const zone = ownTimeZone();
  return (
    <div className="grid gap-2 text-ink-2">
      {week.text !== '' && <p>{week.text}</p>}
      <p>
        {momentText(week.from, zone)} to {momentText(week.to, zone)}, at least {week.leastPercent}% off.{' '}
        <a className="link" href={paths.saleWeek(week.slug)}>
          See its page
        </a>
      </p>
    </div>
  );
}

function OutcomeNotice({ outcome: { joined, leftOut, named } }: { outcome: Outcome }) {
  const more = leftOut - named.length;
  return (
    <div className="notice grid gap-2" role="status">
      <p className="font-semibold">
        {models(joined)} joined{leftOut > 0 && `, ${models(leftOut)} left out`}.
      </p>
      {named.length > 0 && (
        <ul className="grid gap-1 text-sm" aria-label="Left out">
          {named.map(({ name, refusal }) => (
            <li key={name}>
              {name}: {refusal === null ? 'It was changed meanwhile.' : ENTRY_REFUSAL_TEXTS[refusal]}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="text-sm">And {more.toLocaleString('en')} more.</p>}
    </div>
  );
}

function Sold({ week: { figures, name } }: { week: Week }) {
  const amounts = [
    ['Sold models', figures.sales.toLocaleString('en')],
    ['Buyers paid', moneyText(figures.paidCents)],
    ['Refunded', moneyText(figures.refundedCents)],
    ['You get', moneyText(figures.yoursCents)],
  ];
  return (
    <section className="card p-4" aria-label={`Your sales in ${name}`}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {amounts.map(([term, text]) => (
          <div key={term}>
            <dt className="text-sm text-ink-2">{term}</dt>
            <dd className="font-display text-xl tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-ink-2">
        Of your models that took part, ordered while it ran. Without tax; yours after commission and refunds
        {figures.heldCents > 0 && `, and without ${moneyText(figures.heldCents)} of disputed payments`}.
      </p>
    </section>
  );
}

function Joined({ week, onLeft }: { week: Week; onLeft: () => void }) {
  const { entry } = week;
  const { busy, mutate } = useMutation();
  const [isAsking, setAsking] = useState(false);
  const isRunning = saleWeekState(week, Date.now()) === 'running';
  return (
    <div className="card flex flex-wrap items-center justify-between gap-3 p-4">
      <p className="min-w-0 flex-1 basis-64">
        <strong>{models(entry.count)}</strong> of yours {isRunning ? 'are' : 'will be'} reduced
        {entry.percent !== null && ` by ${entry.percent}%`}, {saleWeekDays(week)}.
      </p>
      <button type="button" className="btn btn-quiet btn-small" onClick={() => setAsking(true)}>
        Leave …
      </button>
      {isAsking && (
        <Confirm
          title={`Leave ${week.name}?`}
          yes="Leave"
          no="Stay"
          busy={busy}
          onNo={() => setAsking(false)}
          onYes={() =>
            void mutate(
              () => actions.saleWeeks.leave({ week: week.slug }),
              'You left. Your prices are as they were.',
              onLeft,
            )
          }
        >
          <p>All your models leave it{isRunning ? ' and cost what they cost before, at once' : ''}.</p>
        </Confirm>
      )}
    </div>
  );
}

function JoinForm({ week, onJoined }: { week: Week; onJoined: (outcome: Outcome) => void }) {
  const { entry }: { entry: Entry } = week;
  const isIn = entry.count > 0;
  const { values, set, field, fieldError, busy, save } = useDraft({
    begin: () => ({
      percent: String(entry.percent ?? week.leastPercent),
      picks: entry.productIds.length > 0,
      chosen: entry.productIds,
    }),
    read: ({ percent, picks, chosen }) => ({
      percent: percent.trim() === '' ? Number.NaN : Number(percent),
      productIds: picks ? chosen : null,
    }),
    refusals: (draft) => joinRefusals(week, draft, Date.now()),
    send: (draft) => actions.saleWeeks.join({ week: week.slug, ...draft }),
    said: 'Saved.',
    done: onJoined,
  });
  const { picks, chosen } = values;
  return (
    <Form busy={busy} label={isIn ? 'Save' : 'Join'} onSend={save}>
      <Section
        title={isIn ? 'Change what you offer' : 'Join'}
        intro="The models get a sale with the dates of the week, which begins and ends by itself. You can change it or leave at any time."
      >
        <Field
          label="Discount in percent"
          {...field('percent')}
          inputMode="numeric"
          autoComplete="off"
          hint={`At least ${week.leastPercent}.`}
        />
        <fieldset className="grid gap-1">
          <legend className="label">Which models</legend>
          {[false, true].map((choice) => (
            <label key={String(choice)} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="picks"
                className="size-5 flex-none accent-verdigris"
                checked={picks === choice}
                onChange={() => set({ picks: choice })}
              />
              {choice ? 'Those that I choose' : 'All paid models not already on sale'}
            </label>
          ))}
        </fieldset>
        {picks && (
          <ProductPicker
            legend="Models in the week"
            chosen={chosen}
            barred={({ published }) => (published ? null : 'not published')}
            error={fieldError('productIds')}
            onChange={(productIds) => set({ chosen: productIds })}
          />
        )}
      </Section>
    </Form>
  );
}
