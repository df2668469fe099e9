import { actions } from 'astro:actions';
import { PRODUCT_LIMITS } from '../../../../domain/catalogue/product-editing.ts';
import type { FileGroup, FileRow } from './pack-choice.ts';

/** A product that files were added to. */
export interface Made {
  productId: string;
  name: string;
  fileCount: number;
}

/** The files of these rows as the action `takeFiles` takes them. */
export function takenFiles(rows: readonly FileRow[]) {
  return rows.flatMap(({ file, role, scale, part }) =>
    file.id === null ? [] : [{ uploadId: file.id, role, scale, part: part?.trim() || null }],
  );
}

/**
 * Creates the group's product if it is new, and adds the files to it.
 * @param onProduct receives the id of a new product at once, so that a retry does not create a second one.
 * @throws Error with the server's message.
 */
export async function makeProduct(
  { name, productId }: FileGroup,
  rows: readonly FileRow[],
  onProduct: (productId: string) => void,
): Promise<Made> {
  let id = productId;
  if (id === null) {
    ({ id } = await actions.products.create.orThrow({ name: name.trim() }));
    onProduct(id);
  }
  const files = takenFiles(rows);
  for (let from = 0; from < files.length; from += PRODUCT_LIMITS.filesAtOnce)
    await actions.products.takeFiles.orThrow({
      id,
      files: files.slice(from, from + PRODUCT_LIMITS.filesAtOnce),
    });
  return { productId: id, name, fileCount: files.length };
}
