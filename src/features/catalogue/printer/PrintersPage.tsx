import { useRef, useState } from 'react';
import { buildVolumeParam, buildVolumeText } from '../../../domain/catalogue/print/build-volume.ts';
import { PRINTERS_MAX, resinMoney } from '../../../domain/catalogue/print/my-printer.ts';
import { paths } from '../../../paths.ts';
import { PrinterForm } from './PrinterForm.tsx';
import { usePrinters } from './usePrinters.ts';

/** The visitor's printers: a list, and a form to add or change one. */
export default function PrintersPage() {
  const { printers, busy, fieldError, save, remove } = usePrinters();
  const [edited, setEdited] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  if (printers === null) return <p className="skeleton mt-6 h-40 p-6 text-ink-2">Loading your printers …</p>;
  const isFull = printers.length >= PRINTERS_MAX;
  return (
    <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
      <section aria-labelledby="my-printers">
        <h2 id="my-printers" ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {printers.length === 0 ? 'No printers yet' : 'Your printers'}
        </h2>
        {printers.length === 0 && (
          <p className="mt-2 text-ink-2">Choose yours from the list, or enter its build volume.</p>
        )}
        <ul className="mt-4 grid gap-3">
          {printers.map((printer) => (
            <li key={printer.id} className="card p-4">
              {edited === printer.id ? (
                <PrinterForm
                  printer={printer}
                  busy={busy}
                  serverError={fieldError}
                  onSave={(sent) => save(sent, () => setEdited(null))}
                  onCancel={() => setEdited(null)}
                />
              ) : (
                <>
                  <h3 className="text-lg wrap-anywhere">{printer.name}</h3>
                  <p className="text-ink-2">
                    {buildVolumeText(printer.volume)}
                    {printer.resinCents !== null &&
                      ` · resin at ${resinMoney(printer.resinCents, printer.currency)} a litre`}
                  </p>
                  <p className="mt-1 flex flex-wrap gap-x-4">
                    <a
                      className="link inline-flex min-h-11 items-center"
                      href={paths.searchFits(buildVolumeParam(printer.volume))}
                    >
                      Find what fits<span className="sr-only"> {printer.name}</span>
                    </a>
                    <button type="button" className="link min-h-11" onClick={() => setEdited(printer.id)}>
                      Change<span className="sr-only"> {printer.name}</span>
                    </button>
                    <button
                      type="button"
                      className="link min-h-11"
                      onClick={() => {
                        remove(printer.id);
                        heading.current?.focus();
                      }}
                    >
                      Remove<span className="sr-only"> {printer.name}</span>
                    </button>
                  </p>
                </>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className="card p-5" aria-labelledby="add-printer">
        <h2 id="add-printer" className="mb-3 text-2xl">
          Add a printer
        </h2>
        {isFull ? (
          <p>You can keep up to {PRINTERS_MAX} printers. Remove one first.</p>
        ) : (
          <PrinterForm
            // A fresh form after each printer.
            key={printers.length}
            printer={null}
            busy={busy}
            serverError={edited === null ? fieldError : () => undefined}
            onSave={(sent) => save(sent, () => heading.current?.focus())}
            onCancel={null}
          />
        )}
      </section>
    </div>
  );
}
