import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF that pdfkit wrote, line by line from top to bottom. Letters come from the tables that a document carries
 * for copying and for screen readers, so this is the text that these would have.
 */
export function pdfText(bytes: Uint8Array): string {
  const objects = objectsOf(Buffer.from(bytes).toString('latin1'));
  const letters = new Map<string, Map<number, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', font = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '')?.[1] ?? '';
      letters.set(name, lettersOf(objects.get(table)?.stream ?? ''));
    }
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  return pages
    .map(({ head }) =>
      linesOf(objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream ?? '', letters),
    )
    .join('\n');
}

interface PdfObject {
  head: string;
  stream: string;
}

function objectsOf(text: string): Map<string, PdfObject> {
  const found = new Map<string, PdfObject>();
  for (const begin of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = begin.index + begin[0].length;
    const body = text.slice(from, text.indexOf('\nendobj', from));
    const at = body.indexOf('stream\n');
    const isStream = at >= 0 && /\/Length (\d+)/.exec(body.slice(0, at));
    if (!isStream) {
      found.set(begin[1] ?? '', { head: body, stream: '' });
      continue;
    }
    const head = body.slice(0, at);
    const length = Number(isStream[1]);
    const raw = Buffer.from(text.slice(from + at + 7, from + at + 7 + length), 'latin1');
    const isText = !/FontFile|Subtype/.test(head);
    found.set(begin[1] ?? '', {
      head,
      stream: isText && head.includes('FlateDecode') ? inflateSync(raw).toString('latin1') : '',
    });
  }
  return found;
}

/** The letters of a font by the numbers that the text uses: ranges that list each of them. */
function lettersOf(table: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    for (const [at, [, code = '']] of [...list.matchAll(/<([^>]*)>/g)].entries())
      found.set(
        Number.parseInt(first, 16) + at,
        Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      );
  return found;
}

function linesOf(content: string, letters: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  const lines = new Map<number, { x: number; text: string }[]>();
  for (const [, block = ''] of content.matchAll(/BT\n([\s\S]*?)\nET/g)) {
    const [, x = '', y = ''] = /1 0 0 1 (\S+) (\S+) Tm/.exec(block) ?? [];
    const font = letters.get(/\/(F\d+) /.exec(block)?.[1] ?? '');
    const codes = [...block.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    const text = codes.map((code) => font?.get(Number.parseInt(code, 16)) ?? '').join('');
    const at = Math.round(Number(y));
    lines.set(at, [...(lines.get(at) ?? []), { x: Number(x), text }]);
  }
  return [...lines]
    .sort(([a], [b]) => b - a)
    .map(([, parts]) =>
      parts
        .sort((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join(' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .join('\n');
}
