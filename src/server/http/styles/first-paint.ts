import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Page, Rendered } from '../ready-page.ts';
import { linkToFirstPictures } from './first-pictures.ts';
import { splitIslandCode } from './later-scripts.ts';
import {
  classAttributes,
  elementsIn,
  rulesOf,
  type Sheet,
  stylesAfterPart,
  stylesFor,
  stylesForPart,
} from './used-styles.ts';

/**
 * Moves the styles that a page shows at first into the page: its first paint then waits for nothing else. They come in two
 * parts: the header's before the header, which a browser can paint while the rest is on its way, and the page's other ones
 * before its main part. The whole stylesheets follow at the end of the body, for what hovers, opens or is drawn later, with
 * the code that wakes islands. They repeat the same rules in the same order, so nothing changes when they arrive.
 */
export type FirstPaint = (rendered: Rendered) => Rendered;

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"[^>]*>/g;
const SHEETS = /^\/_astro\/[^/]+\.css$/;
/** The build writes these stylesheets: without faces, which the page itself has by then. See `src/ops/build/later-styles.ts`. */
const laterOf = (path: string) => path.replace(/\.css$/, '.later.css');

/** Each is 15 to 25 kB. */
const STYLES_KEPT = 400;

interface Style {
  css: string;
  /** What the policy calls it. */
  hash: string;
}
const styleOf = (css: string): Style => ({ css, hash: createHash('sha256').update(css).digest('base64') });
const tagOf = (style: Style): string => `<style>${style.css}</style>`;

/** @param files the built files for browsers, by path. */
export function openFirstPaint(files: ReadonlyMap<string, Page>): FirstPaint {
  const sheets = new Map<string, Sheet>();
  for (const [path, { plain }] of files)
    if (SHEETS.test(path) && plain) sheets.set(path, rulesOf(plain.toString('utf8')));

  const made = new LRUCache<string, Style>({ max: STYLES_KEPT });
  const once = (key: string, make: () => string): Style => {
    const known = made.get(key) ?? styleOf(make());
    made.set(key, known);
    return known;
  };

  return (rendered) => {
    const { headers, body } = rendered;
    const policy = headers['content-security-policy'];
    if (policy === undefined || !headers['content-type']?.startsWith('text/html')) return rendered;
    // One sign for each byte: positions in it are positions in the body.
    const html = body.toString('latin1');
    const headEnds = html.indexOf('</head>');
    const bodyEnds = html.lastIndexOf('</body>');
    if (headEnds < 0 || bodyEnds < headEnds) return rendered;
    const head = body.toString('utf8', 0, headEnds);
    const paths = Array.from(head.matchAll(STYLESHEET), ([, path = '']) => path);
    const known = paths.map((path) => sheets.get(path)).filter((sheet) => sheet !== undefined);
    if (known.length === 0 || known.length < paths.length) return rendered;

    const mainStarts = html.indexOf('<main', headEnds);
    const frameEnds = mainStarts < 0 ? headEnds : mainStarts;
    const { markup: frame, code } = splitIslandCode(html.slice(headEnds, frameEnds));
    const header = Buffer.from(frame, 'latin1').toString();
    const page = () => body.toString('utf8', headEnds);
    // Two pages of one kind mostly have the same classes, and nearly all the same header.
    const headerKey = [...paths, ...elementsIn(frame), ...classAttributes(frame)].join('"');
    const pageKey = [headerKey, ...[...classAttributes(html.slice(headEnds))].sort()].join('"');
    const styles =
      mainStarts < 0
        ? [once(`page ${pageKey}`, () => stylesFor(known, page()))]
        : [
            once(`header ${headerKey}`, () => stylesForPart(known, header)),
            once(`rest ${pageKey}`, () => stylesAfterPart(known, header, page())),
          ];
    const [first, ...rest] = styles.map(tagOf);

    let isFirst = true;
    const newHead = head.replace(STYLESHEET, () => {
      const style = isFirst ? (first as string) : '';
      isFirst = false;
      return style;
    });
    const link = linkToFirstPictures(html);
    const links = paths.map((path) => {
      const later = laterOf(path);
      return `<link rel="stylesheet" href="${files.has(later) ? later : path}">`;
    });
    const hashes = styles.map(({ hash }) => ` 'sha256-${hash}'`).join('');
    return {
      ...rendered,
      headers: {
        ...headers,
        ...(link === null ? {} : { link }),
        'content-security-policy': policy.replace(/style-src [^;]*/, (allowed) => allowed + hashes),
      },
      body: Buffer.concat([
        Buffer.from(newHead),
        Buffer.from(frame, 'latin1'),
        Buffer.from(rest.join('')),
        body.subarray(frameEnds, bodyEnds),
        Buffer.from(code, 'latin1'),
        Buffer.from(links.join('')),
        body.subarray(bodyEnds),
      ]),
    };
  };
}
