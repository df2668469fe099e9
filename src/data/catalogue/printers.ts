import type PocketBase from 'pocketbase';
import {
  type MyPrinter,
  PRINTERS_MAX,
  type PrinterInput,
  type PrinterRefusal,
  type ResinCurrency,
} from '../../domain/catalogue/print/my-printer.ts';
import { type PrintNeeds, piecesOf } from '../../domain/catalogue/print/plates.ts';
import { resinOf } from '../../domain/catalogue/print/resin.ts';
import type { FileRole, Product } from '../../domain/catalogue/product.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, orAbsent, textsOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

interface Row {
  id: string;
  name: string;
  x: number;
  y: number;
  z: number;
  resinCents: number;
  currency: ResinCurrency;
}

/** A person's printers, oldest first. */
export async function printersOf(pb: PocketBase, userId: string): Promise<MyPrinter[]> {
  const [rows] = await ask(
    pb,
    query<Row>(
      sql`SELECT id, name, x, y, z, resinCents, currency FROM printers WHERE [[user]] = {:userId}
        ORDER BY created, id LIMIT {:most}`,
      { userId, most: PRINTERS_MAX },
      ['id', 'name', 'x', 'y', 'z', 'resinCents', 'currency'],
    ),
  );
  return rows.map(({ id, name, x, y, z, resinCents, currency }) => ({
    id,
    name,
    volume: { x, y, z },
    resinCents: orAbsent(resinCents),
    currency,
  }));
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

interface FileRow {
  product: string;
  productMl: number;
  width: number;
  depth: number;
  height: number;
  /** JSON. */
  supports: string;
  volumeMl: number;
  role: FileRole;
  scale: string;
  x: number;
  y: number;
  z: number;
}

/** What printing these products takes, by id; only products that the public may see, and were measured. */
export async function printNeedsOf(
  pb: PocketBase,
  ids: readonly string[],
): Promise<(PrintNeeds & { id: string })[]> {
  const [rows] = await ask(
    pb,
    query<FileRow>(
      sql`SELECT p.id AS product, p.volumeMl AS productMl, p.sizeX AS width, p.sizeY AS depth, p.sizeZ AS height, p.supports,
          f.volumeMl, f.role, f.scale, f.sizeX AS x, f.sizeY AS y, f.sizeZ AS z
        FROM json_each({:ids}) wanted CROSS JOIN products p ON p.id = wanted.value
        CROSS JOIN stores s ON s.id = p.store CROSS JOIN product_files f ON f.product = p.id
        WHERE p.state IN ('published', 'unlisted') AND s.state IN ('open', 'vacation') AND f.retiredAt = '' AND f.sizeZ > 0
        ORDER BY f.product, f.position, f.name`,
      { ids },
      [
        ...(['product', 'productMl', 'width', 'depth', 'height', 'supports'] as const),
        ...(['volumeMl', 'role', 'scale', 'x', 'y', 'z'] as const),
      ],
    ),
  );
  return [...new Set(rows.map(({ product }) => product))].map((id) => {
    const own = rows.filter(({ product }) => product === id);
    const files = own.map(({ role, scale, volumeMl, x, y, z }) => ({
      role,
      scale: orAbsent(scale),
      mesh: { size: { x, y, z }, volumeMl, triangles: 0, watertight: true, shells: 1 },
      retiredAt: null,
    }));
    const [of] = own;
    const resin = of
      ? resinOf({
          volumeMl: orAbsent(of.productMl),
          size: of.height > 0 ? { x: of.width, y: of.depth, z: of.height } : null,
          supports: textsOf(JSON.parse(of.supports || '[]')) as Product['facets']['supports'],
          files,
        })
      : null;
    return { id, pieces: piecesOf(files), resin };
  });
}
