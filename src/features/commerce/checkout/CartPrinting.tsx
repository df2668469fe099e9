import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import type { PrintNeeds } from '../../../domain/catalogue/print/plates.ts';
import { resinOfAll } from '../../../domain/catalogue/print/resin.ts';
import { NeedsOnPrinters } from '../../catalogue/printer/NeedsOnPrinters.tsx';
import { myPrinters } from '../../catalogue/printer/stored-printers.ts';

/** What printing everything in the cart takes on the visitor's printers; nothing where this browser has none. */
export function CartPrinting({ productIds }: { productIds: string[] }) {
  const [needs, setNeeds] = useState<PrintNeeds | null>(null);
  const [hasPrinters] = useState(() => myPrinters().length > 0);
  const key = productIds.join();
  useEffect(() => {
    if (!hasPrinters || key === '') return;
    let isLatest = true;
    void actions.printers
      .needs({ productIds: key.split(',').slice(0, 100) })
      .then(({ data }) => {
        if (data && isLatest) setNeeds(together(data.needs));
      })
      // Without an answer the cart says nothing about printing.
      .catch(() => undefined);
    return () => {
      isLatest = false;
    };
  }, [key, hasPrinters]);
  if (!hasPrinters || !needs || (needs.pieces.length === 0 && needs.resin === null)) return null;
  return (
    <section className="card px-4 py-4 sm:px-6" aria-labelledby="cart-printing">
      <h2 id="cart-printing" className="mb-2 text-lg">
        Printing all of it once
      </h2>
      <NeedsOnPrinters needs={needs} what="My printers" />
    </section>
  );
}

/** The needs of several products, each printed once. */
function together(all: readonly PrintNeeds[]): PrintNeeds {
  return {
    pieces: all.flatMap(({ pieces }) => pieces),
    resin: resinOfAll(all.map(({ resin }) => resin)),
  };
}
