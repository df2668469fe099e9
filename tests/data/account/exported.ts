import type PocketBase from 'pocketbase';
import { exportFiles } from '../../../src/data/account/account-export.ts';

/** The data export of a person: the rows of each file, under its name in camel case. */
export async function exportUser(
  pb: PocketBase,
  userId: string,
): Promise<Record<string, Record<string, unknown>[]>> {
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const { name, pages } of exportFiles(pb, userId)) {
    const rows: Record<string, unknown>[] = [];
    for await (const page of pages) rows.push(...page.map((row) => JSON.parse(row)));
    found[name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] = rows;
  }
  return found;
}
