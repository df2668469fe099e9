import type PocketBase from 'pocketbase';
import {
  type MyPrinter,
  PRINTERS_MAX,
  type PrinterInput,
  type PrinterRefusal,
} from '../../domain/catalogue/print/my-printer.ts';
import { type PrintNeeds, piecesOf } from '../../domain/catalogue/print/plates.ts';
import { resinOf } from '../../domain/catalogue/print/resin.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { isVisible, sizeIn } from './product-parts.ts';

const r = tables.printers.as('r');
const p = tables.products.as('p');
const s = tables.stores.as('s');
const f = tables.productFiles.as('f');

const PRINTER = shape({
  id: r.id,
  name: r.name,
  volume: { x: r.x, y: r.y, z: r.z },
  resinCents: r.resinCents.orNull,
  currency: r.currency,
});

/** A person's printers, oldest first. */
export async function printersOf(pb: PocketBase, userId: string): Promise<MyPrinter[]> {
  const [rows] = await ask(
    pb,
    select(
      PRINTER,
      sql`SELECT ${PRINTER} FROM printers r WHERE r.[[user]] = {:userId} ORDER BY r.created, r.id LIMIT {:most}`,
      { userId, most: PRINTERS_MAX },
    ),
  );
  return rows;
}

/** Adds a printer for this person (`id` null), or changes theirs of this id; the answer says why not, or null. */
export async function savePrinter(
  pb: PocketBase,
  userId: string,
  id: string | null,
  printer: PrinterInput,
  now: Instant,
): Promise<PrinterRefusal | null> {
  const { name, volume, resinCents, currency } = printer;
  const values = { userId, name, ...volume, resinCents: resinCents ?? 0, currency, now: dateOf(now) };
  const steps = transaction(pb);
  const changed =
    id === null
      ? steps.count(
          sql`INSERT INTO printers (id, [[user]], name, x, y, z, resinCents, currency, created, updated)
            SELECT {:id}, {:userId}, {:name}, {:x}, {:y}, {:z}, {:resinCents}, {:currency}, {:now}, {:now}
            WHERE (SELECT count(*) FROM printers WHERE [[user]] = {:userId}) < {:most}`,
          { ...values, id: newRecordId(), most: PRINTERS_MAX },
        )
      : steps.count(
          sql`UPDATE printers SET name = {:name}, x = {:x}, y = {:y}, z = {:z}, resinCents = {:resinCents},
            currency = {:currency}, updated = {:now} WHERE id = {:id} AND [[user]] = {:userId}`,
          { ...values, id },
        );
  await steps.run();
  if (changed.rows > 0) return null;
  return id === null ? 'too-many' : 'unknown';
}

/** Removes a printer of this person; no effect on anybody else's. */
export async function removePrinter(pb: PocketBase, userId: string, id: string): Promise<void> {
  if (!isRecordId(id)) return;
  await transaction(pb)
    .exec(sql`DELETE FROM printers WHERE id = {:id} AND [[user]] = {:userId}`, { id, userId })
    .run();
}

const FILE = shape({
  product: { id: p.id, volumeMl: p.volumeMl.orNull, size: sizeIn(p), supports: p.supports },
  file: { role: f.role, scale: f.scale, volumeMl: f.volumeMl, size: { x: f.sizeX, y: f.sizeY, z: f.sizeZ } },
});

/** What printing these products takes, by id; only products that the public may see, and were measured. */
export async function printNeedsOf(
  pb: PocketBase,
  ids: readonly string[],
): Promise<(PrintNeeds & { id: string })[]> {
  const [rows] = await ask(
    pb,
    select(
      FILE,
      sql`SELECT ${FILE} FROM json_each({:ids}) wanted CROSS JOIN products p ON p.id = wanted.value
        CROSS JOIN stores s ON s.id = p.store CROSS JOIN product_files f ON f.product = p.id
        WHERE ${isVisible(p, s)} AND f.retiredAt = '' AND f.sizeZ > 0
        ORDER BY f.product, f.position, f.name`,
      { ids },
    ),
  );
  return [...Map.groupBy(rows, ({ product }) => product.id).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { id, ...measured } = first.product;
    const files = own.map(({ file: { role, scale, volumeMl, size } }) => ({
      role,
      scale,
      mesh: { size, volumeMl, triangles: 0, watertight: true, shells: 1 },
      retiredAt: null,
    }));
    return [{ id, pieces: piecesOf(files), resin: resinOf({ ...measured, files }) }];
  });
}
