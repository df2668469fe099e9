import { Fragment, useState } from 'react';
import { Link, useParams } from 'wouter';
import { ENTITLEMENT_SOURCES } from '../../../../domain/catalogue/entitlement.ts';
import { piecesOf } from '../../../../domain/catalogue/print/plates.ts';
import { printSettingRows } from '../../../../domain/catalogue/print/print-settings.ts';
import { LICENCES } from '../../../../domain/catalogue/product.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { NeedsOnPrinters } from '../../../catalogue/printer/NeedsOnPrinters.tsx';
import { MyReviewSection } from '../../../community/review/account/MyReviewSection.tsx';
import { DeliveryWaiver } from './DeliveryWaiver.tsx';
import { OwnedFiles } from './OwnedFiles.tsx';
import { OwnedGallery } from './OwnedGallery.tsx';
import { OwnedMarks } from './OwnedMarks.tsx';
import { useOwnedProduct } from './useOwnedProduct.ts';

/** The page of an owned product: files, licences, notes and review. */
export default function OwnedProduct() {
  const { id = '' } = useParams<{ id: string }>();
  const owned = useOwnedProduct(id);
  const [agreed, setAgreed] = useState(false);
  if (owned.state === 'loading') {
    return (
      <div className="grid gap-4" aria-busy="true">
        <p className="sr-only" role="status">
          Loading
        </p>
        <div className="skeleton h-10 w-2/3" />
        <div className="skeleton h-72" />
      </div>
    );
  }
  if (owned.state === 'failed') {
    return (
      <div className="empty">
        <PageTitle className="text-2xl">Nothing to show</PageTitle>
        <p>{owned.problem}</p>
        <Link href="/library" className="btn">
          Back to your library
        </Link>
      </div>
    );
  }
  const { product } = owned;
  const pieces = piecesOf(product.files);
  const settings = printSettingRows(product.printSettings);
  return (
    <article className="grid gap-8">
      <div>
        <Link href="/library" className="link inline-flex min-h-11 items-center">
          Library
        </Link>
        <div className="mt-1 flex flex-wrap gap-5">
          <OwnedGallery product={product} />
          <div className="min-w-0 flex-1 basis-64">
            <PageTitle className="text-3xl">{product.name}</PageTitle>
            <p className="mt-1">
              by{' '}
              <a className="link" href={paths.store(product.store.id)}>
                {product.store.name}
              </a>
            </p>
            <ul className="mt-2 text-sm text-ink-2">
              {product.grants.map((grant) => (
                <li key={grant.id}>
                  {grant.guild?.text ?? ENTITLEMENT_SOURCES[grant.source]} on {dayText(grant.grantedAt)},{' '}
                  {grant.licences.map((licence) => LICENCES[licence].toLowerCase()).join(' and ')} licence
                </li>
              ))}
            </ul>
            <p className="mt-2 flex flex-wrap gap-x-5">
              <Link
                href={`/library/${product.id}/licence`}
                className="link inline-flex min-h-11 items-center"
              >
                Licence
              </Link>
              <a className="link inline-flex min-h-11 items-center" href={paths.product(product.id)}>
                Product page
              </a>
              <a className="link inline-flex min-h-11 items-center" href="#review">
                Your review
              </a>
            </p>
          </div>
        </div>
      </div>
      {owned.waivers.length > 0 && !agreed ? (
        <DeliveryWaiver productId={product.id} waivers={owned.waivers} onAgreed={() => setAgreed(true)} />
      ) : (
        <OwnedFiles product={product} />
      )}
      {(product.printNotes !== '' || settings.length > 0) && (
        <section aria-labelledby="notes">
          <h2 id="notes" className="text-2xl">
            Print notes
          </h2>
          {settings.length > 0 && (
            <dl className="mt-2 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
              {settings.map(({ label, value }) => (
                <Fragment key={label}>
                  <dt className="text-ink-3">{label}</dt>
                  <dd className="wrap-anywhere">{value}</dd>
                </Fragment>
              ))}
            </dl>
          )}
          {product.printNotes !== '' && <p className="mt-2 whitespace-pre-line">{product.printNotes}</p>}
        </section>
      )}
      {pieces.length > 0 && (
        <section aria-labelledby="on-printers">
          <h2 id="on-printers" className="mb-2 text-2xl">
            On your printers
          </h2>
          <NeedsOnPrinters needs={{ pieces, resin: product.resin }} what="Does it fit my printer?" />
        </section>
      )}
      <OwnedMarks product={product} />
      <MyReviewSection productId={product.id} />
    </article>
  );
}
