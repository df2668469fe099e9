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
  | {
      kind: 'rule';
      css: string;
      alternatives: readonly Needs[];
      uses: readonly string[];
      /** What it sets, see `rootOf`. */
      sets: readonly string[];
    }
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

/** What a page has. Elements are null where nobody has looked for them: then any may be there. */
interface Present {
  classes: ReadonlySet<string>;
  elements: ReadonlySet<string> | null;
}

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
    if (selectors.every((selector) => needsOf(selector).classes.length === 0)) {
      const properties = declarations.map(({ prop, value }) => ({
        name: prop,
        css: `${prop}:${value}`,
        uses: value.match(CUSTOM_NAME) ?? [],
      }));
      return [{ kind: 'properties', open: rule.selector, properties }];
    }
  }
  const css = rule.toString();
  return [{ kind: 'rule', css, alternatives: selectors.map(needsOf), uses: usesOf(css), sets: setsOf(rule) }];
}

const isNested = (node: ChildNode): boolean => node.type === 'rule' || node.type === 'atrule';

function atRuleOf(rule: AtRule): Part[] {
  const { name, params, nodes } = rule;
  const css = `${rule.toString()}${nodes ? '' : ';'}`;
  if (name === 'property' || name === 'keyframes') return [{ kind: 'named', name: params, css, uses: [] }];
  // Faces and the order of layers.
  if (name === 'font-face' || !nodes)
    return [{ kind: 'rule', css, alternatives: [{ classes: [], elements: [] }], uses: [], sets: [] }];
  if (LATER_BLOCKS.test(`${name} ${params}`)) return [];
  const parts = partsOf(nodes);
  // An empty layer too: it takes its place in the order of layers.
  return parts.length === 0 && name !== 'layer' ? [] : [{ kind: 'block', open: `@${name} ${params}`, parts }];
}

/** Properties that one declaration sets together; the first word of their names. */
const SET_TOGETHER =
  /^(animation|background|border|flex|font|gap|grid|inset|list|margin|mask|outline|overflow|padding|place|scroll|text|transition)\b/;
const OTHER_NAMES: Record<string, string> = {
  top: 'inset',
  right: 'inset',
  bottom: 'inset',
  left: 'inset',
  'line-height': 'font',
  'white-space': 'text',
  'row-gap': 'gap',
  'column-gap': 'gap',
};

/** A name that two properties share where one of them can change what the other sets: `margin` and `margin-top`. */
function rootOf(property: string): string {
  if (property.startsWith('--')) return property;
  const name = property.replace(/^-[a-z]+-/, '').replace(/^(align|justify)-/, 'place-');
  return OTHER_NAMES[name] ?? SET_TOGETHER.exec(name)?.[0] ?? name;
}

function setsOf(rule: Rule): string[] {
  const roots = new Set<string>();
  rule.walkDecls(({ prop }) => {
    roots.add(rootOf(prop));
  });
  return [...roots];
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
const PARTS_OF_INPUTS = /::-(webkit-(datetime|date-and-time|calendar|inner|outer)|moz)[\w-]*/;

/** Without what no element matches. What stands in `:is()`, `:not()` and the like is not asked for. */
function needsOf(selector: string): Needs {
  const plain = withoutArguments(selector.replace(/^:where\((\.(?:\\.|[\w-])+)/, '$1'));
  const classes = Array.from(plain.matchAll(/\.((?:\\.|[\w-])+)/g), ([, name = '']) =>
    name.replace(/\\(.)/g, '$1'),
  );
  const elements = Array.from(
    plain.replace(/\[[^[\]]*\]/g, '').matchAll(/(?:^|[\s>+~])([a-z][\w-]*)/gi),
    ([, name = '']) => name.toLowerCase(),
  );
  return { classes, elements: PARTS_OF_INPUTS.test(plain) ? [...elements, 'input of a date'] : elements };
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

/** The names of the elements in this markup and of those around it, in lower case. */
export function elementsIn(html: string): Set<string> {
  const names = new Set(['html', 'body']);
  for (const [, name = ''] of html.matchAll(/<([a-z][\w-]*)/gi)) names.add(name.toLowerCase());
  return names;
}

/** The styles of these sheets that a page with this body shows at first, in their order. */
export function stylesFor(sheets: readonly Sheet[], body: string): string {
  return stylesOf(sheets, { classes: classesIn(body), elements: null });
}

/**
 * The styles for the beginning of a page, such as its header. Fewer than `stylesFor` would take: rules for other elements
 * are left out too.
 */
export function stylesForPart(sheets: readonly Sheet[], part: string): string {
  return stylesOf(sheets, { classes: classesIn(part), elements: elementsIn(part) });
}

/** What `stylesFor` this body has beyond `stylesForPart` of its beginning, to be written after that. */
export function stylesAfterPart(sheets: readonly Sheet[], part: string, body: string): string {
  return stylesOf(
    sheets,
    { classes: classesIn(body), elements: null },
    { classes: classesIn(part), elements: elementsIn(part) },
  );
}

function stylesOf(sheets: readonly Sheet[], present: Present, before: Present | null = null): string {
  const used = usedNames(sheets, present);
  const ahead = before && { present: before, used: usedNames(sheets, before), set: new Map() };
  return sheets.map(({ parts }) => written(parts, { present, used, ahead, layer: '' })).join('');
}

/** The names of custom properties and animations that the rules for these elements refer to, through others too. */
function usedNames(sheets: readonly Sheet[], present: Present): Set<string> {
  const used = new Set<string>();
  const collect = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (part.kind === 'block') collect(part.parts);
      else if (part.kind === 'rule' && applies(part.alternatives, present))
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
  return used;
}

const applies = (alternatives: readonly Needs[], { classes, elements }: Present): boolean =>
  alternatives.some(
    (needs) =>
      needs.classes.every((name) => classes.has(name)) &&
      (elements === null || needs.elements.every((name) => elements.has(name))),
  );

interface Writing {
  present: Present;
  used: ReadonlySet<string>;
  /** Styles that stand before these: for which elements, with which names, and what has been set after them, by layer. */
  ahead: { present: Present; used: ReadonlySet<string>; set: Map<string, Set<string>> } | null;
  layer: string;
}

function written(parts: readonly Part[], writing: Writing): string {
  const { used, ahead } = writing;
  const isNew = (name: string) => used.has(name) && !ahead?.used.has(name);
  let css = '';
  for (const part of parts) {
    if (part.kind === 'rule') css += isWritten(part, writing) ? part.css : '';
    else if (part.kind === 'named') css += isNew(part.name) ? part.css : '';
    else {
      const layer = part.open.startsWith('@layer') ? `${writing.layer}${part.open}` : writing.layer;
      const inner =
        part.kind === 'block'
          ? written(part.parts, { ...writing, layer })
          : part.properties
              .filter(({ name }) => isNew(name))
              .map((property) => property.css)
              .join(';');
      if (inner !== '' || (ahead === null && part.open.startsWith('@layer'))) css += `${part.open}{${inner}}`;
    }
  }
  return css;
}

/**
 * A rule that stands in the styles before these is written again if one of the same layer comes between in the order of the
 * sheet, stands only here, and sets the same: it would win here, and not in the sheet.
 */
function isWritten(rule: Part & { kind: 'rule' }, { present, ahead, layer }: Writing): boolean {
  if (!applies(rule.alternatives, present)) return false;
  if (ahead === null) return true;
  const set = ahead.set.get(layer) ?? new Set<string>();
  ahead.set.set(layer, set);
  const { sets } = rule;
  if (applies(rule.alternatives, ahead.present) && !sets.some((root) => set.has(root))) return false;
  for (const root of sets) set.add(root);
  return true;
}
