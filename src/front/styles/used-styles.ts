import { type AtRule, type ChildNode, list, parse, type Rule } from 'postcss';

/**
 * Which rules of a stylesheet a page shows at first: those whose classes and elements are all in it. Rules for pointers, focus,
 * printers and what opens later are left out, custom properties, faces and animations only kept where they are used.
 * A rule too many costs bytes; one too few is seen until the whole stylesheet arrives.
 */
export interface Sheet {
  parts: readonly Part[];
}

type Part =
  | { kind: 'rule'; css: string; alternatives: readonly Needs[]; uses: readonly string[] }
  /** A face, or the order of layers. */
  | { kind: 'always'; css: string; isFace: boolean }
  | { kind: 'block'; open: string; parts: readonly Part[] }
  /** Custom properties of the theme: each is kept if something uses it. */
  | {
      kind: 'properties';
      open: string;
      properties: readonly { name: string; css: string; uses: readonly string[] }[];
    }
  /** An `@property` or `@keyframes`. */
  | { kind: 'named'; name: string; css: string; uses: readonly string[] };

/** What must be in a page so that a selector can match: classes, and names of elements in lower case. */
interface Needs {
  classes: readonly string[];
  elements: readonly string[];
}

/** What a piece of markup has that decides which rules it needs. */
export interface Present {
  /** The different class attributes, as they are written: 150 in a page of 24 cards with 1 200 elements. */
  classAttributes: ReadonlySet<string>;
  /** Names of elements in lower case, also of those around it. */
  elements: ReadonlySet<string>;
  /** Custom properties that attributes refer to. */
  properties: ReadonlySet<string>;
}

/** States that come after the first paint, and elements that are not shown at first. */
const LATER_STATES =
  /:(hover|active|focus|focus-visible|focus-within|popover-open|user-invalid|autofill)\b|::(backdrop|selection|file-selector-button)|\[data-scrolled\]/;
const LATER_BLOCKS =
  /^(media print|media \(hover:\s*hover\)|starting-style|supports \(animation-timeline:\s*scroll)/;
/** Declarations that nobody sees before something changes or a pointer comes. */
const LATER_DECLARATIONS = /^(transition|cursor)/;
const CUSTOM_NAME = /--[\w-]+/g;

/** Reads a stylesheet of the build once. */
export function rulesOf(css: string): Sheet {
  const sheet = parse(css);
  sheet.walkDecls(LATER_DECLARATIONS, (declaration) => {
    const { parent } = declaration;
    declaration.remove();
    if (parent?.nodes?.length === 0) parent.remove();
  });
  return { parts: partsOf(sheet.nodes) };
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
  const alternatives = selectors.map(needsOf);
  const declarations = rule.nodes.filter((node) => node.type === 'decl');
  const properties = declarations.filter(({ prop }) => prop.startsWith('--'));
  // Values of the theme, and initial values for old browsers. Classes that set them are ordinary rules.
  const isTheme =
    properties.length > 0 &&
    !rule.nodes.some(isNested) &&
    alternatives.every(({ classes }) => classes.length === 0);
  if (!isTheme) return [plainRule(rule, alternatives)];
  const parts: Part[] = [
    {
      kind: 'properties',
      open: rule.selector,
      properties: properties.map(({ prop, value }) => ({
        name: prop,
        css: `${prop}:${value}`,
        uses: value.match(CUSTOM_NAME) ?? [],
      })),
    },
  ];
  if (properties.length === declarations.length) return parts;
  const others = rule.clone();
  others.walkDecls(/^--/, (property) => {
    property.remove();
  });
  return [plainRule(others, alternatives), ...parts];
}

function plainRule(rule: Rule, alternatives: readonly Needs[]): Part {
  const css = rule.toString();
  return { kind: 'rule', css, alternatives, uses: usesOf(css) };
}

const isNested = (node: ChildNode): boolean => node.type === 'rule' || node.type === 'atrule';

function atRuleOf(rule: AtRule): Part[] {
  const { name, params, nodes } = rule;
  const css = `${rule.toString()}${nodes ? '' : ';'}`;
  if (name === 'property' || name === 'keyframes') return [{ kind: 'named', name: params, css, uses: [] }];
  if (name === 'font-face' || !nodes) return [{ kind: 'always', css, isFace: name === 'font-face' }];
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

/** Parts of an input that shows a date, a time or a number, as its browser draws it. */
const PARTS_OF_INPUTS = /::-(?:webkit-(?:datetime|date-and-time|calendar|inner|outer)|moz-)/;
const FILLED_INPUT = 'input of a date or number';

/** What stands in `:is()` where nothing else does: Tailwind writes what depends on a group so, to weigh as much as one class. */
function withoutIs(selector: string): string {
  if (!selector.startsWith(':is(') || !selector.endsWith(')')) return selector;
  const inner = selector.slice(4, -1);
  // Two selectors, or brackets that end before.
  return list.comma(inner).length === 1 && isBalanced(inner) ? inner : selector;
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const sign of text.replace(/\\./g, '')) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth === 0;
}

const CLASS_NAME = /\.((?:\\.|[\w-])+)/g;

/** Without what no element matches. What stands in `:is()`, `:not()` and the like is not asked for. */
function needsOf(selector: string): Needs {
  const plain = withoutArguments(
    withoutIs(selector)
      .replace(/^:where\((\.(?:\\.|[\w-])+)\)/, '$1')
      .replace(/^:where\((\.(?:\\.|[\w-])+)/, '$1'),
  );
  const classes = Array.from(plain.matchAll(CLASS_NAME), ([, name = '']) => name.replace(/\\(.)/g, '$1'));
  const rest = plain.replace(CLASS_NAME, '').replace(/\[[^[\]]*\]/g, '');
  const elements = Array.from(rest.matchAll(/(?:^|[\s>+~])([a-z][\w-]*)/gi), ([, name = '']) =>
    name.toLowerCase(),
  );
  return { classes, elements: PARTS_OF_INPUTS.test(plain) ? [...elements, FILLED_INPUT] : elements };
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
const TAG = /<([a-zA-Z][\w-]*)/g;
const REFERENCE = /var\((--[\w-]+)/g;
const FILLED = /<input\b[^>]*\stype="(?:date|datetime-local|month|number|time|week)"/;

/** @param html any piece of a page, as text or with one sign for each byte. */
export function presentIn(html: string): Present {
  const classAttributes = new Set<string>();
  let end = 0;
  for (let at = html.indexOf(CLASS); at >= 0; at = html.indexOf(CLASS, end)) {
    const start = at + CLASS.length;
    end = html.indexOf('"', start);
    if (end < 0) break;
    classAttributes.add(html.slice(start, end));
  }
  const elements = new Set(['html', 'body']);
  for (const [, name = ''] of html.matchAll(TAG)) elements.add(name.toLowerCase());
  if (elements.has('input') && FILLED.test(html)) elements.add(FILLED_INPUT);
  const properties = new Set(Array.from(html.matchAll(REFERENCE), ([, name = '']) => name));
  return { classAttributes, elements, properties };
}

/** The same for two pieces that need the same rules. */
export function keyOf({ classAttributes, elements, properties }: Present): string {
  return [...[...classAttributes].sort(), '', ...[...elements].sort(), '', ...[...properties].sort()].join(
    '"',
  );
}

/** The classes of these attributes. */
function classesOf(attributes: ReadonlySet<string>): Set<string> {
  const names = new Set<string>();
  for (const classes of attributes) {
    const plain = classes.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
    for (const name of plain.split(/\s+/)) names.add(name);
  }
  return names;
}

interface Found {
  classes: ReadonlySet<string>;
  elements: ReadonlySet<string>;
  /** Custom properties and animations that the rules refer to, through others too. */
  used: ReadonlySet<string>;
  withFaces: boolean;
}

/**
 * The styles of these sheets that a piece of a page shows at first, in their order.
 * @param withFaces without them it can follow a style that has them: a browser would draw a face again that comes twice.
 */
export function stylesFor(sheets: readonly Sheet[], present: Present, withFaces = true): string {
  const { elements } = present;
  const classes = classesOf(present.classAttributes);
  const used = new Set(present.properties);
  const collect = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (part.kind === 'block') collect(part.parts);
      else if (part.kind === 'rule' && applies(part.alternatives, { classes, elements }))
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
  return sheets.map(({ parts }) => written(parts, { classes, elements, used, withFaces })).join('');
}

const applies = (
  alternatives: readonly Needs[],
  { classes, elements }: Pick<Found, 'classes' | 'elements'>,
): boolean =>
  alternatives.some(
    (needs) =>
      needs.classes.every((name) => classes.has(name)) && needs.elements.every((name) => elements.has(name)),
  );

function written(parts: readonly Part[], found: Found): string {
  let css = '';
  for (const part of parts) {
    if (part.kind === 'rule') css += applies(part.alternatives, found) ? part.css : '';
    else if (part.kind === 'always') css += part.isFace && !found.withFaces ? '' : part.css;
    else if (part.kind === 'named') css += found.used.has(part.name) ? part.css : '';
    else {
      const inner =
        part.kind === 'block'
          ? written(part.parts, found)
          : part.properties
              .filter(({ name }) => found.used.has(name))
              .map((property) => property.css)
              .join(';');
      if (inner !== '' || part.open.startsWith('@layer')) css += `${part.open}{${inner}}`;
    }
  }
  return css;
}
