import { unzipSync } from 'fflate';
import { paths } from '../../src/paths.ts';

/** The data export that an answer carries: the rows of each file by its name, with the list at its beginning. */
export async function exportedData(answer: Response): Promise<{ readMe: string; [file: string]: unknown }> {
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const texts = Object.entries(files).map(
    ([name, bytes]) => [name, new TextDecoder().decode(bytes)] as const,
  );
  return Object.fromEntries(
    texts.map(([name, text]) =>
      name === 'READ-ME.txt' ? ['readMe', text] : [name.replace(/\.json$/, ''), JSON.parse(text)],
    ),
  ) as { readMe: string };
}

/** Where it is fetched. */
export const EXPORT = paths.dataExport();
