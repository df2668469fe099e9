import { type Invoice, isOwnDocument } from '../../../../domain/payments/invoice.ts';
import { Icon } from '../../../../ui/Icon.tsx';

/** The number of an invoice as a link to its PDF, or to its page at the payment provider; plain text without a document. */
export function InvoiceLink({ number, url }: Pick<Invoice, 'number' | 'url'>) {
  if (url === null) return <span className="font-semibold">{number}</span>;
  return isOwnDocument({ url }) ? (
    <a className="link font-semibold" href={url} target="_blank" rel="noreferrer">
      {number} <span className="font-normal">(PDF)</span>
    </a>
  ) : (
    <a className="link font-semibold" href={url} target="_blank" rel="noreferrer" data-external>
      {number} <Icon name="external" size={16} />
      <span className="sr-only">, opens at the payment provider</span>
    </a>
  );
}
