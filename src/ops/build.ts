import { fileURLToPath } from 'node:url';
import { sentenceOf } from './announce.ts';
import { buildSite } from './build/site.ts';

/**
 * `npm run build`: builds the site into `dist/<hash>` and makes it the release that sites start from, which `dist/current` names. Sites
 * that run go on with theirs until they are restarted. Where that release was built before, it is only switched to.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

buildSite(ROOT, (line) => console.log(`  ${line}`)).then(
  (name) => console.log(`Sites start from release ${name} now. Restart those that run, one after the other.`),
  (reason: unknown) => {
    console.error(sentenceOf(reason));
    process.exit(1);
  },
);
