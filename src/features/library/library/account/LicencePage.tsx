import { actions } from 'astro:actions';
import { Link, useParams } from 'wouter';
import type { LibraryProduct } from '../../../../data/library/library.ts';
import { ENTITLEMENT_SOURCES } from '../../../../domain/catalogue/entitlement.ts';
import { licenceNumberText } from '../../../../domain/catalogue/licence-number.ts';
import { LICENCES } from '../../../../domain/catalogue/product.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useOwnedProduct } from './useOwnedProduct.ts';

/** The licences of an owned product, with the texts of the day it was granted. A page to print. */
export default function LicencePage() {
  const { id = '' } = useParams<{ id: string }>();
  const owned = useOwnedProduct(id);
  if (owned.state === 'loading') return <div className="skeleton h-72" aria-busy="true" />;
  if (owned.state === 'failed') return <p className="empty">{owned.problem}</p>;
  const { product } = owned;
  return (
    <article className="grid gap-6">
      <p className="flex flex-wrap gap-x-6 print:hidden">
        <Link href={`/library/${product.id}`} className="link inline-flex min-h-11 items-center">
          {product.name}
        </Link>
        <button type="button" className="link min-h-11" onClick={() => print()}>
          Print this page
        </button>
      </p>
      <PageTitle className="text-3xl">Licence for {product.name}</PageTitle>
      {product.grants.map((grant) => (
        <section key={grant.id} className="card p-5 sm:p-6">
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <dt className="text-ink-2">Product</dt>
            <dd>
              {product.name}, by {product.store.name}
            </dd>
            <dt className="text-ink-2">Received</dt>
            <dd>
              {dayText(grant.grantedAt)},{' '}
              {grant.guild?.text ??
                ENTITLEMENT_SOURCES[grant.source].replace(/^./, (first) => first.toLowerCase())}
            </dd>
            <dt className="text-ink-2">{grant.licences.length > 1 ? 'Licences' : 'Licence'}</dt>
            <dd>{grant.licences.map((licence) => LICENCES[licence]).join(' and ')}</dd>
            {grant.licenceNumber !== null && (
              <>
                <dt className="text-ink-2">Number</dt>
                <dd className="tabular-nums">{licenceNumberText(grant.licenceNumber)}</dd>
              </>
            )}
          </dl>
          {grant.licences.includes('merchant') && <PublicPage grant={grant} />}
          <p className="mt-4 border-t border-line pt-4 whitespace-pre-line">
            {grant.licence || 'The text of this licence is missing; please contact us.'}
          </p>
        </section>
      ))}
      <p className="text-sm text-ink-2">
        This is the text of the day you received the product. Later changes do not affect your licence.
      </p>
    </article>
  );
}

/** The public page of a merchant licence, which its holder makes once they want it. */
function PublicPage({ grant: { id, licenceNumber } }: { grant: LibraryProduct['grants'][number] }) {
  const { busy, mutate } = useMutation();
  const open = (number: string) => location.assign(paths.merchantLicence(number));
  return (
    <p className="mt-3 print:hidden">
      {licenceNumber === null ? (
        <button
          type="button"
          className="btn btn-quiet btn-small"
          aria-busy={busy}
          onClick={() =>
            void mutate(
              () => actions.library.licenceNumber({ grantId: id }),
              null,
              ({ number }) => open(number),
            )
          }
        >
          Make a public licence page
        </button>
      ) : (
        <a className="link inline-flex min-h-11 items-center" href={paths.merchantLicence(licenceNumber)}>
          Your public licence page, number {licenceNumberText(licenceNumber)}
        </a>
      )}
      <span className="mt-1 block text-sm text-ink-2">
        It has a number and a QR code: print it for your stall, and show it to anyone who asks whether you may
        sell prints. It shows your user name, the model and since when.
      </span>
    </p>
  );
}
