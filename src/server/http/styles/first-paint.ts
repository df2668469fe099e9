import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Page, Rendered } from '../ready-page.ts';
import { preloadsOfFirstPictures } from './first-pictures.ts';
import { policyOf } from './page-policy.ts';
import { classAttributes, rulesOf, type Sheet, stylesFor } from './used-styles.ts';

/**
 * Moves the styles that a page shows at first into the page: its first paint then waits for nothing else. The whole
 * stylesheets follow at the end of the body, for what hovers, opens or is drawn later. They repeat the same rules in
 * the same order, so nothing changes when they arrive.
 */
export type FirstPaint = (rendered: Rendered) => Rendered;

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"[^>]*>/g;
const SHEETS = /^\/_astro\/[^/]+\.css$/;
/** The build writes these stylesheets: without faces, which the page itself has by then. See `src/ops/build/later-styles.ts`. */
const laterOf = (path: string) => path.replace(/\.css$/, '.later.css');

/** Each is about 25 kB. */
const STYLES_KEPT = 200;

/** @param files the built files for browsers, by path. */
export function openFirstPaint(files: ReadonlyMap<string, Page>): FirstPaint {
  const sheets = new Map<string, Sheet>();
  for (const [path, { plain }] of files)
    if (SHEETS.test(path) && plain) sheets.set(path, rulesOf(plain.toString('utf8')));

  /** By the sheets and the class attributes of a page: two pages of one kind mostly have the same. */
  const made = new LRUCache<string, { css: string; hash: string }>({ max: STYLES_KEPT });

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
    const classes = [...classAttributes(html.slice(headEnds))].sort();
    const key = [...paths, ...classes].join('"');
    let styles = made.get(key);
    if (!styles) {
      const css = stylesFor(known, body.toString('utf8', headEnds));
      styles = { css, hash: createHash('sha256').update(css).digest('base64') };
      made.set(key, styles);
    }
    const { css, hash } = styles;
    let isFirst = true;
    const newHead = head.replace(STYLESHEET, () => {
      const style = isFirst ? `${preloadsOfFirstPictures(html)}<style>${css}</style>` : '';
      isFirst = false;
      return style;
    });
    const links = paths.map((path) => {
      const later = laterOf(path);
      return `<link rel="stylesheet" href="${files.has(later) ? later : path}">`;
    });
    return {
      ...rendered,
      headers: { ...headers, 'content-security-policy': policyOf(policy, html, hash) },
      body: Buffer.concat([
        Buffer.from(newHead),
        body.subarray(headEnds, bodyEnds),
        Buffer.from(links.join('')),
        body.subarray(bodyEnds),
      ]),
    };
  };
}
