import { SaxesParser } from 'saxes';

/** What a strict reader finds in a mail's HTML. */
export interface ReadHtml {
  /** The text of the page, without styles. */
  text: string;
  /** Every element with its attributes, in order. */
  elements: { name: string; attributes: Record<string, string> }[];
}

const VOID = ['meta', 'img', 'br'];
const ALLOWED: Record<string, readonly string[]> = {
  html: ['lang'],
  head: [],
  meta: ['charset', 'name', 'content'],
  title: [],
  style: [],
  body: ['class', 'style'],
  div: ['class', 'style'],
  h1: ['style'],
  p: ['class', 'style'],
  a: ['class', 'style', 'href'],
  span: ['class', 'style'],
  img: ['src', 'alt', 'width', 'height'],
  ul: [],
  li: [],
  blockquote: [],
  br: [],
  table: ['class'],
  caption: [],
  tbody: [],
  tr: [],
  th: ['scope', 'class'],
  td: ['class', 'colspan'],
};
/** What HTML allows inside; null is text and inline elements only. */
const INLINE = new Set(['a', 'span', 'img', 'br']);
const ONLY_INLINE = new Set(['p', 'a', 'span', 'h1', 'title', 'caption', 'th', 'li']);

/**
 * Reads a mail's HTML as XML, which forgives nothing: every tag closed in order, every attribute quoted, every sign
 * escaped. Elements and attributes that mails do not use are errors, such as scripts, forms and handlers.
 * @throws Error with the first violation.
 */
export function readStrictly(html: string): ReadHtml {
  if (!html.startsWith('<!doctype html>\n<html lang="en">')) throw new Error('no document type or language');
  const xml = html
    .slice('<!doctype html>\n'.length)
    .replace(
      new RegExp(`<(${VOID.join('|')})((?: [^<>]*)?)>`, 'g'),
      (_, name: string, attributes: string) => `<${name}${attributes}/>`,
    );
  const read: ReadHtml = { text: '', elements: [] };
  const open: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (reason) => {
    throw reason;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const parent = open.at(-1) ?? '';
    if (!Object.hasOwn(ALLOWED, name)) throw new Error(`<${name}> in a mail`);
    for (const attribute of Object.keys(attributes))
      if (!ALLOWED[name]?.includes(attribute)) throw new Error(`${attribute} of <${name}> in a mail`);
    if (ONLY_INLINE.has(parent) && !INLINE.has(name)) throw new Error(`<${name}> in <${parent}>`);
    if (name === 'a' && open.includes('a')) throw new Error('a link in a link');
    if ((name === 'li') !== (parent === 'ul')) throw new Error(`<${name}> in <${parent}>`);
    read.elements.push({ name, attributes: { ...attributes } });
    open.push(name);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', (text) => {
    if (open.at(-1) !== 'style') read.text += text;
  });
  parser.write(xml).close();
  return read;
}
