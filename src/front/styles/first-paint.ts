import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Page, Rendered } from '../ready-page.ts';
import { preloadsOfFirstPictures } from './first-pictures.ts';
import { policyOf } from './page-policy.ts';
import { keyOf, presentIn, rulesOf, type Sheet, stylesFor } from './used-styles.ts';

/**
 * Moves the styles that a page shows at first into the page: its first paint then waits for nothing else. Those of the header
 * stand in the head, so that a browser can draw it while the rest is on its way, and those of the whole page before its main
 * part. The whole stylesheets follow at the end of the body, for what hovers, opens or is drawn later. Each repeats the same
 * rules in the same order, so nothing changes when it arrives.
 */
export type FirstPaint = (rendered: Rendered) => Rendered;

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"[^>]*>/g;
const SHEETS = /^\/_astro\/[^/]+\.css$/;
/** The build writes these stylesheets: without faces, which the page itself has by then. See `src/ops/build/later-styles.ts`. */
const laterOf = (path: string) => path.replace(/\.css$/, '.later.css');

/** Each is 12 to 25 kB. */
const STYLES_KEPT = 300;

interface Style {
  css: string;
  hash: string;
}
const tagOf = ({ css }: Style): string => `<style>${css}</style>`;
/**
 * Styles for the body, where HTML allows none that reach what comes before them. The `<style>` of an SVG may stand wherever a
 * picture may, and holds for the whole document, too. Its text is read as markup, so it is marked as plain.
 */
const inBody = ({ css }: Style): string => `<div hidden><svg><style><![CDATA[${css}]]></style></svg></div>`;
/** What would end the plain text above; before a `>` between selectors a space means nothing. */
const withoutEnd = (css: string): string => css.replaceAll(']]>', ']] >');

/** @param files the built files for browsers, by path. */
export function openFirstPaint(files: ReadonlyMap<string, Page>): FirstPaint {
  const sheets = new Map<string, Sheet>();
  for (const [path, { plain }] of files)
    if (SHEETS.test(path) && plain) sheets.set(path, rulesOf(plain.toString('utf8')));

  const made = new LRUCache<string, Style>({ max: STYLES_KEPT });
  /** Two pages of one kind mostly need the same rules, and nearly all have the same header. */
  const styleFor = (paths: readonly string[], markup: string, withFaces: boolean): Style => {
    const present = presentIn(markup);
    const key = [...paths, withFaces, keyOf(present)].join('"');
    const known = made.get(key);
    if (known) return known;
    const used = paths.map((path) => sheets.get(path)).filter((sheet) => sheet !== undefined);
    const css = withoutEnd(stylesFor(used, present, withFaces));
    const style = { css, hash: createHash('sha256').update(css).digest('base64') };
    made.set(key, style);
    return style;
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
    if (paths.length === 0 || !paths.every((path) => sheets.has(path))) return rendered;
    const mainStarts = html.indexOf('<main', headEnds);
    const frameEnds = mainStarts < 0 ? headEnds : mainStarts;
    // Classes and names are plain letters, also where each byte is a sign of its own.
    const ofFrame = frameEnds > headEnds ? styleFor(paths, html.slice(headEnds, frameEnds), true) : null;
    const ofPage = styleFor(paths, html.slice(headEnds), ofFrame === null);
    const first = ofFrame ?? ofPage;
    let isFirst = true;
    const newHead = head.replace(STYLESHEET, () => {
      const style = isFirst ? `${preloadsOfFirstPictures(html)}${tagOf(first)}` : '';
      isFirst = false;
      return style;
    });
    const links = paths.map((path) => {
      const later = laterOf(path);
      return `<link rel="stylesheet" href="${files.has(later) ? later : path}">`;
    });
    return {
      ...rendered,
      headers: {
        ...headers,
        'content-security-policy': policyOf(
          policy,
          html,
          ofFrame ? [ofFrame.hash, ofPage.hash] : [ofPage.hash],
        ),
      },
      body: Buffer.concat([
        Buffer.from(newHead),
        body.subarray(headEnds, frameEnds),
        Buffer.from(ofFrame ? inBody(ofPage) : ''),
        body.subarray(frameEnds, bodyEnds),
        Buffer.from(links.join('')),
        body.subarray(bodyEnds),
      ]),
    };
  };
}
