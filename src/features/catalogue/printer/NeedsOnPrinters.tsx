import { printingText } from '../../../domain/catalogue/print/my-printer.ts';
import type { PrintNeeds } from '../../../domain/catalogue/print/plates.ts';
import { paths } from '../../../paths.ts';
import { myPrinters } from './stored-printers.ts';

/** What printing takes on each of the visitor's printers, or a link to name some. Only in the browser, which knows them. */
export function NeedsOnPrinters({ needs, what }: { needs: PrintNeeds; what: string }) {
  const rows = myPrinters().flatMap((printer) => {
    const text = printingText(needs, printer);
    return text === null ? [] : [{ ...printer, text }];
  });
  if (rows.length === 0)
    return (
      <a className="link inline-flex min-h-11 items-center" href={paths.myPrinters()}>
        {what}
      </a>
    );
  return (
    <div>
      <ul className="grid gap-1">
        {rows.map(({ id, name, text }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-semibold">{name}:</span> {text}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-sm text-ink-3">
        Estimated from the boxes around the pieces; your slicer knows better.{' '}
        <a className="link" href={paths.myPrinters()}>
          My printers
        </a>
      </p>
    </div>
  );
}
