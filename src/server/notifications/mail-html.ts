import { headerText, mailLine } from '../../domain/notifications/mail.ts';
import type { MailFigure, MailItem, MailPart, MailPicture } from '../../domain/notifications/mail-parts.ts';
import { paths } from '../../paths.ts';
import { type Letterhead, linesOf } from './mail-layout.ts';

/** The most bytes of a mail's HTML: mail readers cut longer ones. */
export const MAIL_HTML_MAX = 60_000;

/** How much of a mail its HTML shows. What is left out stands in its plain text and in the account. */
interface Room {
  /** Rows of a table. */
  rows: number;
  /** Pictures in all. */
  pictures: number;
  /** Characters of a text. */
  characters: number;
}
const ROOMS: readonly Room[] = [
  { rows: 250, pictures: 12, characters: 20_000 },
  { rows: 60, pictures: 0, characters: 2000 },
  { rows: 20, pictures: 0, characters: 400 },
  { rows: 5, pictures: 0, characters: 150 },
];

const SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif";
const SERIF = "Fraunces,Georgia,'Times New Roman',serif";

/**
 * The site's palette. Light colours stand on the elements too, for mail readers that drop style sheets; readers that
 * invert colours by themselves find none that is pure black or white.
 */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
table{border-collapse:collapse}
p{margin:0 0 16px}
img{border:0;display:block;border-radius:10px;background:#e4ddd0}
.sheet{width:100%}
.card{max-width:536px;margin:0 auto;padding:28px 32px 14px;border-radius:14px;border:1px solid #ddd4c4}
.name{max-width:536px;margin:0 auto;padding:24px 32px 14px}
.foot{max-width:536px;margin:0 auto;padding:16px 32px 32px;font-size:14px;line-height:1.5}
.rows{width:100%;margin:0 0 16px}
.rows caption{text-align:left;font-weight:700;padding:0 0 4px}
.rows th,.rows td{padding:8px 0;vertical-align:top;font-weight:400;text-align:left;border-top:1px solid #ddd4c4}
.rows th{overflow-wrap:anywhere}
.rows .shown{width:64px;padding-right:14px}
.rows .sum{text-align:right;white-space:nowrap;padding-left:16px}
.rows .total{font-weight:700}
.note{display:block;font-size:14px}
ul{margin:0 0 16px;padding-left:22px}
li{margin:0 0 4px;overflow-wrap:anywhere}
blockquote{margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #80590f;overflow-wrap:anywhere}
blockquote p{margin:0}
.pictures{margin:0 0 16px;font-size:0}
.pictures img{display:inline-block;width:100%;max-width:100%;height:auto}
.pictures.some img{width:31%;margin:0 2% 8px 0}
.code{font-size:32px;letter-spacing:6px;font-weight:700;margin:0 0 16px}
@media (max-width:480px){.card{padding:22px 18px 8px;border-radius:0;border-width:1px 0}.name{padding:18px}.foot{padding:14px 18px 26px}}
@media (prefers-color-scheme:dark){
.page{background:#14161a!important;color:#ece7dc!important}
.card{background:#1f2329!important;border-color:#31363e!important}
.rows th,.rows td{border-color:#31363e!important}
.soft{color:#b6afa1!important}
.name a,h1{color:#ece7dc!important}
.link{color:#5cc2b0!important}
.button{background:#5cc2b0!important;border-color:#5cc2b0!important;color:#0d1413!important}
blockquote{border-color:#e0b45c!important}
img{background:#3a4049!important}
}`;

const LINK = 'style="color:#155449;text-decoration:underline"';
const SOFT = 'class="soft" style="color:#5a5347"';

/**
 * A mail as HTML: one column, one button, the same parts as its plain text. It has no script, loads nothing but public
 * pictures of the site, and is smaller than `MAIL_HTML_MAX` whatever people wrote.
 * @param off the address that stops mails like this one, or null where it is always sent.
 */
export function mailHtml(
  letterhead: Letterhead,
  { subject, parts }: { subject: string; parts: readonly MailPart[] },
  off: string | null,
): string {
  let html = '';
  for (const room of ROOMS) {
    html = page(letterhead, subject, parts, off, room);
    if (Buffer.byteLength(html) < MAIL_HTML_MAX) break;
  }
  return html;
}

function page(
  letterhead: Letterhead,
  subject: string,
  parts: readonly MailPart[],
  off: string | null,
  room: Room,
): string {
  const { siteUrl } = letterhead;
  const name = escaped(headerText(letterhead.siteName));
  const title = escaped(headerText(subject));
  const stop =
    off === null
      ? `<a class="link" href="${escaped(siteUrl + paths.notificationSettings())}" ${LINK}>Notification settings</a>`
      : `<a class="link" href="${escaped(off)}" ${LINK}>No more mails like this one</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="background:#f6f2ea;color:#1f1c17;font:16px/1.55 ${SANS}">
<div class="page sheet" style="background:#f6f2ea;color:#1f1c17">
<div class="name" style="font:600 20px/1.3 ${SERIF}"><a href="${escaped(siteUrl)}" style="color:#1f1c17;text-decoration:none">${name}</a></div>
<div class="card" style="background:#fffdf8">
<h1 style="margin:0 0 16px;font:600 26px/1.25 ${SERIF};color:#1f1c17;overflow-wrap:anywhere">${title}</h1>
${partsHtml(siteUrl, parts, room)}
</div>
<div class="foot soft" style="color:#5a5347">${name} · ${stop}</div>
</div>
</body>
</html>
`;
}

function partsHtml(siteUrl: string, parts: readonly MailPart[], room: Room): string {
  const button = parts.findIndex((part) => part.is === 'action');
  const isPicture = pictureCounter(siteUrl, room.pictures);
  const text = (written: string) => escaped(shortened(mailLine(written), room.characters));
  const partHtml = (part: MailPart, place: number): string => {
    switch (part.is) {
      case 'text':
        return part.text
          .split('\n')
          .map((line) => `<p>${text(line)}</p>`)
          .join('');
      case 'code':
        return `<p class="code">${text(part.text)}</p>`;
      case 'action':
        return actionHtml(siteUrl, { ...part, text: text(part.text) }, place === button);
      case 'quote': {
        const lines = linesOf(shortened(part.text, room.characters));
        return `<blockquote><p>${lines.map((line) => escaped(line)).join('<br>')}</p></blockquote>`;
      }
      case 'list':
        return listHtml(siteUrl, part, room, text);
      case 'figures':
        return figuresHtml(part, room, text, isPicture);
      case 'pictures':
        return picturesHtml(part.pictures.filter(isPicture));
    }
  };
  return parts
    .map(partHtml)
    .filter((html) => html !== '')
    .join('\n');
}

function actionHtml(
  siteUrl: string,
  { text, label, url }: { text: string; label: string; url: string },
  isButton: boolean,
): string {
  // An address of anybody else would be no address of ours, however it came here.
  if (!url.startsWith(`${siteUrl}/`)) return `<p>${text}</p>`;
  const href = escaped(url);
  if (isButton)
    return `${text === '' ? '' : `<p>${text.replace(/:$/, '.')}</p>\n`}<p><a class="button" href="${href}" style="display:inline-block;padding:12px 22px;border:1px solid #1d6f63;border-radius:10px;background:#1d6f63;color:#fffdf8;font-weight:600;text-decoration:none">${escaped(label)}</a></p>`;
  return `<p ${SOFT}>${text === '' ? '' : `${text} `}<a class="link" href="${href}" ${LINK}>${escaped(label)}</a></p>`;
}

function listHtml(
  siteUrl: string,
  { title, items, more }: { title: string; items: readonly MailItem[]; more: number },
  room: Room,
  text: (written: string) => string,
): string {
  const shown = items.slice(0, room.rows);
  const left = more + items.length - shown.length;
  const head = title === '' ? '' : `<p>${text(title)}</p>\n`;
  const rows = shown
    .map((item) => {
      if (typeof item === 'string') return `<li>${text(item)}</li>`;
      if (!item.url.startsWith(`${siteUrl}/`)) return `<li>${text(item.text)}</li>`;
      return `<li><a class="link" href="${escaped(item.url)}" ${LINK}>${text(item.text)}</a></li>`;
    })
    .join('');
  return `${head}<ul>${rows}${left > 0 ? `<li>and ${left} more</li>` : ''}</ul>`;
}

function figuresHtml(
  { title, rows }: { title: string; rows: readonly MailFigure[] },
  room: Room,
  text: (written: string) => string,
  isPicture: (picture: MailPicture) => boolean,
): string {
  const shown = rows.slice(0, room.rows);
  const left = rows.length - shown.length;
  const seen = shown.map(({ picture }) => (picture && isPicture(picture) ? picture : null));
  const columns = seen.some((picture) => picture !== null);
  const cells = shown.map(({ name, amount, note, isTotal }, place) => {
    const picture = seen[place];
    const image = picture ? pictureHtml(picture, 64) : '';
    const below =
      note === undefined ? '' : `<span class="note soft" style="color:#5a5347">${text(note)}</span>`;
    return `<tr>${columns ? `<td class="shown">${image}</td>` : ''}<th${isTotal ? ' class="total"' : ''} scope="row">${text(name)}${below}</th><td class="sum${isTotal ? ' total' : ''}">${text(amount)}</td></tr>`;
  });
  const rest =
    left > 0 ? `<tr><td colspan="${columns ? 3 : 2}">and ${left} more; your account lists all</td></tr>` : '';
  const caption = title === '' ? '' : `<caption>${text(title)}</caption>`;
  return `<table class="rows">${caption}<tbody>${cells.join('')}${rest}</tbody></table>`;
}

function picturesHtml(shown: readonly MailPicture[]): string {
  if (shown.length === 0) return '';
  const images = shown.map((picture) => pictureHtml(picture, null)).join('');
  return `<p class="pictures${shown.length > 1 ? ' some' : ''}">${images}</p>`;
}

function pictureHtml({ url, alt }: MailPicture, size: number | null): string {
  const measures = size === null ? '' : ` width="${size}" height="${size}"`;
  return `<img src="${escaped(url)}" alt="${escaped(mailLine(alt))}"${measures}>`;
}

/** Accepts public pictures of this site only, and at most `most` of them. */
function pictureCounter(siteUrl: string, most: number): (picture: MailPicture) => boolean {
  let left = most;
  return ({ url }) => url.startsWith(`${siteUrl}/img/`) && left-- > 0;
}

/** A text cut to at most `most` characters, with an ellipsis where it was cut. */
function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most).join('')} …`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML, in an element or a quoted attribute. Noncharacters and lone surrogates, which no HTML may hold, are left out. */
function escaped(text: string): string {
  return text
    .replace(/[\p{Cs}\p{Noncharacter_Code_Point}]/gu, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}
