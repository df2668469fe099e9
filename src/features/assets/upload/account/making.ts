import { actions } from 'astro:actions';
import type { FileGroup, FileRow } from './pack-choice.ts';

/** A product that files were added to. */
export interface Made {
  productId: string;
  name: string;
  fileCount: number;
}

/** Maximum number of files per request. */
export const FILES_A_REQUEST = 500;

/** The files of these rows as the action `takeFiles` takes them. */
export function chosenFiles(rows: readonly FileRow[]) {
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
  const files = chosenFiles(rows);
  for (let from = 0; from < files.length; from += FILES_A_REQUEST)
    await actions.products.takeFiles.orThrow({ id, files: files.slice(from, from + FILES_A_REQUEST) });
  return { productId: id, name, fileCount: files.length };
}
