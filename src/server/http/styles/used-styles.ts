import { type AtRule, type ChildNode, parse, type Rule } from 'postcss';

/**
 * Which rules of a stylesheet a page shows at first: those whose classes are all in the page. Rules for pointers, focus,
 * printers and what opens later are left out, custom properties, faces and animations only kept where they are used.
 * A rule too many costs bytes; one too few is seen until the whole stylesheet arrives.
 */
export interface Sheet {
  parts: readonly Part[];
}

type Part =
  | { kind: 'rule'; css: string; alternatives: readonly (readonly string[])[]; uses: readonly string[] }
  | { kind: 'block'; open: string; parts: readonly Part[] }
  /** Custom properties of the theme: each is kept if something uses it. */
  | {
      kind: 'properties';
      open: string;
      properties: readonly { name: string; css: string; uses: readonly string[] }[];
    }
  /** An `@property` or `@keyframes`. */
  | { kind: 'named'; name: string; css: string; uses: readonly string[] };

/** States that come after the first paint, and elements that are not shown at first. */
const LATER_STATES =
  /:(hover|active|focus|focus-visible|focus-within|popover-open|user-invalid|autofill)\b|::(backdrop|selection|file-selector-button)/;
const LATER_BLOCKS = /^(media print|media \(hover:\s*hover\)|starting-style)/;
const CUSTOM_NAME = /--[\w-]+/g;

/** Reads a stylesheet of the build once. */
export function rulesOf(css: string): Sheet {
  return { parts: partsOf(parse(css).nodes) };
}

function partsOf(nodes: readonly ChildNode[]): Part[] {
  return nodes.flatMap((node): Part[] => {
    if (node.type === 'rule') return ruleOf(node);
    return node.type === 'atrule' ? atRuleOf(node) : [];
  });
}

function ruleOf(rule: Rule): Part[] {
  const selectors = rule.selectors.filter((selector) => !LATER_STATES.test(withoutArguments(selector)));
  if (selectors.length === 0) return [];
  const declarations = rule.nodes.filter((node) => node.type === 'decl');
  if (
    declarations.length > 0 &&
    declarations.every(({ prop }) => prop.startsWith('--')) &&
    !rule.nodes.some(isNested)
  ) {
    // Values of the theme, and initial values for old browsers. Classes that set them are ordinary rules.
    if (selectors.every((selector) => classesOf(selector).length === 0)) {
      const properties = declarations.map(({ prop, value }) => ({
        name: prop,
        css: `${prop}:${value}`,
        uses: value.match(CUSTOM_NAME) ?? [],
      }));
      return [{ kind: 'properties', open: rule.selector, properties }];
    }
  }
  const css = rule.toString();
  return [{ kind: 'rule', css, alternatives: selectors.map(classesOf), uses: usesOf(css) }];
}

const isNested = (node: ChildNode): boolean => node.type === 'rule' || node.type === 'atrule';

function atRuleOf(rule: AtRule): Part[] {
  const { name, params, nodes } = rule;
  const css = `${rule.toString()}${nodes ? '' : ';'}`;
  if (name === 'property' || name === 'keyframes') return [{ kind: 'named', name: params, css, uses: [] }];
  // Faces and the order of layers.
  if (name === 'font-face' || !nodes) return [{ kind: 'rule', css, alternatives: [[]], uses: [] }];
  if (LATER_BLOCKS.test(`${name} ${params}`)) return [];
  const parts = partsOf(nodes);
  // An empty layer too: it takes its place in the order of layers.
  return parts.length === 0 && name !== 'layer' ? [] : [{ kind: 'block', open: `@${name} ${params}`, parts }];
}

/** Custom properties and names of animations that a rule refers to. */
function usesOf(css: string): string[] {
  const animations = Array.from(css.matchAll(/animation(?:-name)?:([^;}]+)/g), ([, value = '']) => value);
  return [...(css.match(CUSTOM_NAME) ?? []), ...animations.flatMap((value) => value.split(/[\s,]+/))];
}

/** A selector without what stands in the parentheses of its pseudo-classes. */
function withoutArguments(selector: string): string {
  let text = '';
  let depth = 0;
  for (let at = 0; at < selector.length; at += 1) {
    const sign = selector[at] as string;
    if (sign === '\\') {
      if (depth === 0) text += selector.slice(at, at + 2);
      at += 1;
    } else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (depth === 0) text += sign;
  }
  return text;
}

/** The classes without which no element matches. Those in `:is()`, `:not()` and the like are not asked for. */
function classesOf(selector: string): string[] {
  const plain = withoutArguments(selector.replace(/^:where\((\.(?:\\.|[\w-])+)/, '$1'));
  return Array.from(plain.matchAll(/\.((?:\\.|[\w-])+)/g), ([, name = '']) => name.replace(/\\(.)/g, '$1'));
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  '#38': '&',
  gt: '>',
  '#62': '>',
  lt: '<',
  '#60': '<',
  quot: '"',
  '#34': '"',
  '#39': "'",
};

const CLASS = ' class="';

/** The different class attributes of this markup, as they are written. A page of 24 cards has 150 in 1 200 elements. */
export function classAttributes(html: string): Set<string> {
  const found = new Set<string>();
  let end = 0;
  for (let at = html.indexOf(CLASS); at >= 0; at = html.indexOf(CLASS, end)) {
    const start = at + CLASS.length;
    end = html.indexOf('"', start);
    if (end < 0) break;
    found.add(html.slice(start, end));
  }
  return found;
}

/** The classes that elements of this markup have. */
function classesIn(html: string): Set<string> {
  const names = new Set<string>();
  for (const classes of classAttributes(html)) {
    const plain = classes.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
    for (const name of plain.split(/\s+/)) names.add(name);
  }
  return names;
}

/** The styles of these sheets that a page with this body shows at first, in their order. */
export function stylesFor(sheets: readonly Sheet[], body: string): string {
  const classes = classesIn(body);
  const used = new Set<string>();
  const collect = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (part.kind === 'block') collect(part.parts);
      else if (part.kind === 'rule' && applies(part.alternatives, classes))
        for (const name of part.uses) used.add(name);
    }
  };
  const spread = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (part.kind === 'block') spread(part.parts);
      else if (part.kind === 'properties')
        for (const { name, uses } of part.properties)
          if (used.has(name)) for (const next of uses) used.add(next);
    }
  };
  for (const { parts } of sheets) collect(parts);
  for (let before = -1; before < used.size; ) {
    before = used.size;
    for (const { parts } of sheets) spread(parts);
  }
  return sheets.map(({ parts }) => written(parts, classes, used)).join('');
}

const applies = (alternatives: readonly (readonly string[])[], classes: ReadonlySet<string>): boolean =>
  alternatives.some((names) => names.every((name) => classes.has(name)));

function written(parts: readonly Part[], classes: ReadonlySet<string>, used: ReadonlySet<string>): string {
  let css = '';
  for (const part of parts) {
    if (part.kind === 'rule') css += applies(part.alternatives, classes) ? part.css : '';
    else if (part.kind === 'named') css += used.has(part.name) ? part.css : '';
    else {
      const inner =
        part.kind === 'block'
          ? written(part.parts, classes, used)
          : part.properties
              .filter(({ name }) => used.has(name))
              .map((property) => property.css)
              .join(';');
      if (inner !== '' || part.open.startsWith('@layer')) css += `${part.open}{${inner}}`;
    }
  }
  return css;
}
