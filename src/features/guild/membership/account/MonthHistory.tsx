import { SELECTION_MAX_PRODUCTS } from '../../../../domain/assets/variant.ts';
import { PERIOD_KIND_TEXTS } from '../../../../domain/guild/membership-period.ts';
import { emptyMonthText, type MembershipMonth } from '../../../../domain/guild/membership-view.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { monthText } from '../../../../domain/kernel/month.ts';
import { paths } from '../../../../paths.ts';

const KINDS = { release: 'Release', entry_bundle: 'Entry bundle', loyalty: 'Loyalty reward' } as const;

/** The months of a membership and what each granted, newest first. */
export function MonthHistory({ months }: { months: readonly MembershipMonth[] }) {
  return (
    <section className="card p-5 sm:p-6" aria-labelledby="months">
      <h2 id="months" className="text-xl">
        Month by month
      </h2>
      {months.length === 0 && (
        <p className="mt-2 text-ink-2">Your first month appears here once it is paid.</p>
      )}
      <ol className="mt-2 divide-y divide-line">
        {months.map(({ id, month, kind, tierName, paidCents, isAhead, brought }) => (
          <li key={id} className="grid gap-1.5 py-4">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-display text-lg">{monthText(month)}</span>
              <span className="text-sm text-ink-2">
                {tierName}, {PERIOD_KIND_TEXTS[kind].toLowerCase()}
                {kind === 'paid' && ` ${moneyText(paidCents)}`}
              </span>
            </p>
            {brought.map(({ kind: what, name, licence, isTakenBack, productIds }) => (
              <p key={`${what}-${name}-${licence}`} className="flex flex-wrap gap-x-3 text-[0.9375rem]">
                <span className="text-brass">{KINDS[what]}</span>
                <span className={isTakenBack ? 'min-w-0 text-ink-3 line-through' : 'min-w-0'}>{name}</span>
                {licence === 'merchant' && <span className="text-ink-3">merchant licence</span>}
                {isTakenBack && <span className="text-ink-3">removed with the refund</span>}
                {productIds.length > 0 && productIds.length <= SELECTION_MAX_PRODUCTS && (
                  <a className="link" href={paths.downloadSelection(...productIds)}>
                    Download<span className="sr-only"> {name} as one ZIP</span>
                  </a>
                )}
              </p>
            ))}
            {brought.length === 0 && (
              <p className="text-[0.9375rem] text-ink-3">{emptyMonthText({ kind, isAhead })}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
