/** A node of a page, as far as its words are read. */
export interface PageNode {
  nodeName: string;
  /** The text of a text node; null of an element. */
  nodeValue: string | null;
  childNodes: ArrayLike<PageNode>;
  getAttribute?(name: string): string | null;
}

/**
 * The words of a built-in legal text as Markdown, so that an operator changes a sentence instead of writing the whole text
 * anew. What is no text, such as a table, becomes a list.
 */
export function markdownOf(node: PageNode): string {
  return blocksOf(node)
    .filter((block) => block !== '')
    .join('\n\n');
}

function blocksOf(node: PageNode): string[] {
  const children = Array.from(node.childNodes);
  switch (node.nodeName.toLowerCase()) {
    case 'h2':
      return [`## ${wordsOf(node)}`];
    case 'h3':
    case 'h4':
      return [`### ${wordsOf(node)}`];
    case 'p':
    case '#text':
      return [wordsOf(node)];
    case 'ul':
    case 'ol':
      return [children.filter(isNamed('li')).map(itemOf).join('\n')];
    case 'dl':
      return [termsOf(children).map(itemText).join('\n')];
    case 'table':
      return [rowsOf(node).map(itemText).join('\n')];
    case 'script':
    case 'style':
    case 'button':
      return [];
    default:
      return mixedBlocksOf(children);
  }
}

/** Blocks, and what stands between them as a paragraph of its own. */
function mixedBlocksOf(children: readonly PageNode[]): string[] {
  const blocks: string[] = [];
  let loose: PageNode[] = [];
  const close = () => {
    blocks.push(tidied(loose.map(inline).join('')));
    loose = [];
  };
  for (const child of children) {
    if (isBlock(child)) {
      close();
      blocks.push(...blocksOf(child));
    } else loose.push(child);
  }
  close();
  return blocks;
}

const BLOCKS = new Set('h2 h3 h4 p ul ol dl table div section article header'.split(' '));
const isBlock = ({ nodeName }: PageNode) => BLOCKS.has(nodeName.toLowerCase());
const isNamed =
  (...names: string[]) =>
  ({ nodeName }: PageNode) =>
    names.includes(nodeName.toLowerCase());
const itemOf = (node: PageNode) => itemText(wordsOf(node));
const itemText = (text: string) => `- ${text.replaceAll('\n', ' ')}`;

/** Terms with what is said of them, a line each. */
function termsOf(nodes: readonly PageNode[]): string[] {
  const parts = nodes.flatMap((node) => (isNamed('div')(node) ? Array.from(node.childNodes) : [node]));
  const lines: string[] = [];
  for (const part of parts) {
    if (isNamed('dt')(part)) lines.push(`${wordsOf(part)}:`);
    else if (isNamed('dd')(part)) lines.push(`${lines.pop() ?? ''} ${wordsOf(part)}`.trim());
  }
  return lines;
}

/** The rows of a table, their cells with semicolons between. */
function rowsOf(node: PageNode): string[] {
  const cells = Array.from(node.childNodes);
  if (isNamed('tr')(node)) return [cells.filter(isNamed('th', 'td')).map(wordsOf).join('; ')];
  return cells.flatMap(rowsOf);
}

/** The words of an element in one line, with its links and what stands out. */
const wordsOf = (node: PageNode): string => tidied(inline(node));
const tidied = (text: string): string =>
  text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim();

function inline(node: PageNode): string {
  if (node.nodeValue !== null)
    return node.nodeName === '#text'
      ? node.nodeValue.replaceAll(/\s+/g, ' ').replaceAll(/[\\*_[\]`]/g, '\\$&')
      : '';
  const inner = Array.from(node.childNodes).map(inline).join('');
  switch (node.nodeName.toLowerCase()) {
    case 'a':
      return `[${inner.trim()}](${node.getAttribute?.('href') ?? ''})`;
    case 'strong':
    case 'b':
      return `**${inner.trim()}**`;
    case 'em':
    case 'i':
      return `*${inner.trim()}*`;
    case 'br':
      return '\n';
    case 'script':
    case 'style':
      return '';
    default:
      return inner;
  }
}
