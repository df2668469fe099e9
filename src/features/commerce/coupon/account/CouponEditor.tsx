import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { type Coupon, couponCode } from '../../../../domain/commerce/coupon.ts';
import { couponRefusals } from '../../../../domain/commerce/coupon-draft.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Form } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { ownTimeZone } from '../../../../ui/time-zone.ts';
import { Unsaved } from '../../../../ui/Unsaved.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { NoStore } from '../../../catalogue/store/account/NoStore.tsx';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { CouponActions } from './CouponActions.tsx';
import { CouponFacts, CouponStateMark } from './CouponFacts.tsx';
import { CouponPreview } from './CouponPreview.tsx';
import { CodeSection, DiscountSection, LimitSection, TimeSection } from './CouponSections.tsx';
import { type CouponForm, couponFormOf, draftOf, EMPTY_COUPON } from './coupon-form.ts';
import { ScopeSection } from './ScopeSection.tsx';

type CouponAnswer = ActionAnswer<typeof actions.coupons.one>;

/** Editor of a coupon: the one in the address, a new one, or a copy of another. */
export default function CouponEditor() {
  const store = useStore($sellerStore);
  const search = new URLSearchParams(useSearch());
  const id = search.get('id');
  const like = search.get('like');
  if (!store) return <NoStore title="Coupon" />;
  return <Loaded key={`${id} ${like}`} id={id ?? like ?? undefined} copied={id === null && like !== null} />;
}

function Loaded({ id, copied }: { id: string | undefined; copied: boolean }) {
  const query = useQuery(() => actions.coupons.one(id ? { id } : {}));
  const { data, setData } = query;
  const coupon = copied ? null : (data?.coupon ?? null);
  return (
    <>
      <Link className="link inline-flex min-h-11 items-center" href={`~${paths.couponList()}`}>
        All coupons
      </Link>
      <PageTitle className="text-4xl tracking-wide break-all">
        {id === undefined || copied ? 'New coupon' : (coupon?.code ?? 'Coupon')}
      </PageTitle>
      <QueryState query={query} tall />
      {data && coupon && (
        <div className="mt-3 grid gap-1">
          <div className="flex flex-wrap items-center gap-3">
            <CouponStateMark coupon={coupon} />
            <CouponFacts coupon={coupon} result={null} />
          </div>
          <CouponActions
            coupon={coupon}
            onSwitched={(off) => setData({ ...data, coupon: { ...coupon, off } })}
          />
        </div>
      )}
      {data && <Fields answer={data} coupon={coupon} />}
    </>
  );
}

/** @param coupon the coupon to change; null for a new one, which starts as a copy of the answer's coupon, if any. */
function Fields({ answer, coupon }: { answer: CouponAnswer; coupon: Coupon | null }) {
  const timeZone = ownTimeZone();
  const [names, setNames] = useState(() => new Map(answer.names.map(({ id, name }) => [id, name])));
  const [, go] = useLocation();
  const { values, set, draft, refusals, fieldError, busy, save, isDirty } = useDraft({
    begin: (): CouponForm => {
      if (!answer.coupon) return EMPTY_COUPON;
      return { ...couponFormOf(answer.coupon, timeZone), ...(coupon ? {} : { code: '' }) };
    },
    read: (typed) => draftOf({ ...typed, code: couponCode(typed.code) }, timeZone, coupon),
    refusals: ({ code, ...rest }): Record<string, string | undefined> =>
      couponRefusals(coupon ? rest : { ...rest, code }, Date.now(), coupon),
    send: ({ code, ...rest }) =>
      coupon ? actions.coupons.change({ id: coupon.id, ...rest }) : actions.coupons.add({ code, ...rest }),
    said: ({ code }) => (coupon ? 'Saved.' : `${code} is created and ready to share.`),
    done: () => go(`~${paths.couponList()}`),
  });
  const part = { typed: values, error: fieldError, set };
  const refused = Object.keys(refusals).join();
  return (
    <div className="mt-6 max-w-2xl">
      <Form busy={busy} label={coupon ? 'Save' : 'Create coupon'} onSend={save}>
        {!coupon && <CodeSection {...part} />}
        <DiscountSection {...part} />
        <ScopeSection
          {...part}
          shelves={answer.shelves}
          onSeen={({ id, name }) => setNames((known) => new Map(known).set(id, name))}
        />
        <TimeSection {...part} timeZone={timeZone} />
        <LimitSection {...part} />
        <CouponPreview
          draft={draft}
          complete={refused === '' || refused === 'code'}
          names={names}
          shelves={answer.shelves}
          timeZone={timeZone}
        />
      </Form>
      <Unsaved dirty={isDirty} />
    </div>
  );
}
