import { actions } from 'astro:actions';
import type { FileGroup, FileRow } from './pack-choice.ts';

/** A product that files went to. */
export interface Made {
  productId: string;
  name: string;
  fileCount: number;
}

/** As many files as one request may list. */
const FILES_A_REQUEST = 500;

/**
 * Makes a group's product, where it is new, and lists the files with it.
 * @param onProduct hears the id of a new product at once, so that trying again makes no second one.
 * @throws Error with the server's sentence.
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
  const files = rows.flatMap(({ file, role, scale, part }) =>
    file.id === null ? [] : [{ uploadId: file.id, role, scale, part: part?.trim() || null }],
  );
  for (let from = 0; from < files.length; from += FILES_A_REQUEST)
    await actions.products.takeFiles.orThrow({ id, files: files.slice(from, from + FILES_A_REQUEST) });
  return { productId: id, name, fileCount: files.length };
}
