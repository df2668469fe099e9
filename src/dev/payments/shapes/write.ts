import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deriveTable } from './derive.ts';

/** `node src/dev/payments/shapes/write.ts`: writes `table.txt` anew after an update of the SDK, or after a new call in `derive.ts`. */
const SDK = new URL('../../../../node_modules/stripe/', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', SDK), 'utf8')) as { version: string };
const table = deriveTable(fileURLToPath(new URL('esm/resources', SDK)));
writeFileSync(new URL('table.txt', import.meta.url), `sdk ${version}\n${table}`);
