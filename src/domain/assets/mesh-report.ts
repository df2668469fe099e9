import type { FacetValue } from '../catalogue/facets.ts';
import { sizeText, volumeText } from '../catalogue/printing.ts';
import type { MeasuredMesh, MeshFacts, SizeMm } from '../catalogue/product.ts';
import { fileSizeText } from '../kernel/file-size.ts';
import { counted } from '../kernel/plural.ts';

/** What is measured of a mesh: the stored facts, and further findings for the report. */
export interface MeshInspection extends MeshFacts {
  /** No edge carries more than two triangles. Says nothing about holes. */
  manifold: boolean;
  /** Edges with only one triangle: the rims of holes. */
  openEdges: number;
  /** Edges with more than two triangles: where surfaces intersect. */
  crowdedEdges: number;
  /** Edges whose two triangles face opposite ways. */
  flippedEdges: number;
  /** Triangles without area. */
  degenerate: number;
  /** Closed, but with all normals pointing inwards. */
  insideOut: boolean;
  /** Groups of shells whose bounding boxes touch, which print as one; null if there are too many shells to tell. */
  pieces: number | null;
}

/** Everything known about a measured model. */
export type InspectedModel = MeshInspection & MeasuredMesh;

/** Why a model could not be measured: an error of its format's reader, or `mesh-…` if it exceeded a limit. */
export type MeshRefusal = keyof typeof MESH_REFUSAL_SENTENCES;

/** Good, worth checking, or not printable. Only red blocks anything. */
export type ReportLevel = 'green' | 'amber' | 'red';

/** One finding of the report; at most one for each `about`. */
export interface MeshFinding {
  about: 'file' | 'size' | 'unit' | 'holes' | 'edges' | 'direction' | 'triangles' | 'pieces' | 'weight';
  level: ReportLevel;
  /** Written for people who print, not for modellers. */
  sentence: string;
}

/** Facets suggested by the measurements; null where they suggest nothing. */
export interface SuggestedFacets {
  scale: FacetValue<'scale'> | null;
  parts: FacetValue<'parts'> | null;
  size: SizeMm | null;
}

export interface MeshReport {
  /** The worst of its findings. */
  level: ReportLevel;
  findings: MeshFinding[];
  suggested: SuggestedFacets;
}

/** Above this slicers get slow, and no home printer shows the difference. */
export const HEAVY_TRIANGLES = 2_000_000;
export const HEAVY_BYTES = 100_000_000;
/** Models whose longest side is in this range raise no question about their unit. In mm. */
const USUAL_MM = { from: 4, to: 600 };
/** No unit explains a larger model. In mm. */
const KILOMETRE = 1e6;
/** A larger share of triangles without area is reported. */
const MANY_DEGENERATE = 0.01;

/** The report on a measured file. `sizeBytes` is the size of the file. */
export function meshReport(mesh: MeshInspection, sizeBytes: number): MeshReport {
  const unit = unitFinding(mesh.size);
  const findings = [
    sizeFinding(mesh),
    unit,
    holesFinding(mesh),
    edgesFinding(mesh),
    directionFinding(mesh),
    trianglesFinding(mesh),
    piecesFinding(mesh),
    weightFinding(mesh, sizeBytes),
  ].filter((finding) => finding !== null);
  const level = worst(findings);
  const known = unit === null && level !== 'red';
  return {
    level,
    findings,
    suggested: {
      scale: known ? scaleOfHeight(mesh) : null,
      parts: mesh.pieces === null ? null : mesh.pieces > 1 ? 'multipart' : 'single',
      size: known ? mesh.size : null,
    },
  };
}

/** The report on a file that could not be read. */
export function refusedReport(refusal: MeshRefusal): MeshReport {
  return {
    level: 'red',
    findings: [{ about: 'file', level: 'red', sentence: MESH_REFUSAL_SENTENCES[refusal] }],
    suggested: { scale: null, parts: null, size: null },
  };
}

function worst(findings: readonly MeshFinding[]): ReportLevel {
  const has = (level: ReportLevel) => findings.some((finding) => finding.level === level);
  return has('red') ? 'red' : has('amber') ? 'amber' : 'green';
}

function sizeFinding({ size, volumeMl, watertight }: MeshInspection): MeshFinding | null {
  const red = (sentence: string): MeshFinding => ({ about: 'size', level: 'red', sentence });
  const longest = Math.max(size.x, size.y, size.z);
  if (longest > KILOMETRE) return red('This model is more than a kilometre long; check its unit.');
  if (isFlat(size, volumeMl)) return red('This model is flat: it has no thickness, so nothing would print.');
  // It would round to 0; the finding about its unit gives its size.
  if (longest < 1) return null;
  const volume = volumeMl >= 0.05 ? volumeText(volumeMl) : 'less than 0.1 ml';
  const about = watertight ? volume : `about ${volume}, as far as its holes allow`;
  return { about: 'size', level: 'green', sentence: `${sizeText(size)}, ${about}.` };
}

/** No extent in some direction, or almost no volume compared with its bounding box. */
function isFlat(size: SizeMm, volumeMl: number): boolean {
  const box = size.x * size.y * size.z;
  return box === 0 || (volumeMl * 1000) / box < 1e-9;
}

/** Units a modelling program may have written in place of millimetres. */
const OTHER_UNITS = [
  { name: 'metres', mm: 1000 },
  { name: 'inches', mm: 25.4 },
  { name: 'centimetres', mm: 10 },
] as const;
/** Likely length of a printed model's longest side. In mm. */
const LIKELY_MM = { from: 10, to: 400 };

function unitFinding(size: SizeMm): MeshFinding | null {
  const longest = Math.max(size.x, size.y, size.z);
  if (longest === 0 || longest > KILOMETRE || (longest >= USUAL_MM.from && longest <= USUAL_MM.to))
    return null;
  const side = size.z === longest ? 'tall' : 'along its longest side';
  const measure = `${longest < 0.001 ? 'a thousandth of a' : rounded(longest)} mm ${side}`;
  if (longest > USUAL_MM.to) {
    const thousandth = longest / 1000;
    const sentence =
      thousandth >= LIKELY_MM.from && thousandth <= LIKELY_MM.to
        ? `${measure}: larger than any home printer. Was it exported in millimetres where its format counts in metres, as GLB does? ÷ 1000: ${rounded(thousandth)} mm.`
        : `${measure}: larger than any home printer. Was it modelled at life size, or exported in another unit?`;
    return { about: 'unit', level: 'amber', sentence };
  }
  const likely = OTHER_UNITS.filter(
    ({ mm }) => longest * mm >= LIKELY_MM.from && longest * mm <= LIKELY_MM.to,
  );
  const question =
    likely.length === 0
      ? 'Was it exported in another unit than millimetres?'
      : `Was it exported in ${likely.map(({ name, mm }) => `${name} (then it is ${rounded(longest * mm)} mm)`).join(' or ')}?`;
  return { about: 'unit', level: 'amber', sentence: `Only ${measure}. ${question}` };
}

/** Two significant digits, three from 100 on: 0.18, 3.4, 180, 1800. */
function rounded(mm: number): string {
  return String(Number(mm.toPrecision(mm >= 100 ? 3 : 2)));
}

function holesFinding({ watertight, openEdges }: MeshInspection): MeshFinding | null {
  if (watertight) {
    const sentence = 'The surface is closed, so a slicer knows inside from outside.';
    return { about: 'holes', level: 'green', sentence };
  }
  if (openEdges === 0) return null;
  const sentence = `The surface has holes: ${counted(openEdges, 'edge is', 'edges are')} open. Most slicers close small holes by themselves; check the result in yours.`;
  return { about: 'holes', level: 'amber', sentence };
}

/** Closed bodies that touch along an edge are fine: merging bodies produces them. */
function edgesFinding({ watertight, crowdedEdges }: MeshInspection): MeshFinding | null {
  if (crowdedEdges === 0) return null;
  const along = `along ${counted(crowdedEdges, 'edge', 'edges')}`;
  if (watertight) {
    return {
      about: 'edges',
      level: 'green',
      sentence: `Parts of the surface touch ${along}; slicers repair that.`,
    };
  }
  const sentence = `Surfaces run into each other ${along}. Slicers may guess wrong there; repair it in your modelling program.`;
  return { about: 'edges', level: 'amber', sentence };
}

function directionFinding({ flippedEdges, insideOut }: MeshInspection): MeshFinding | null {
  if (insideOut) {
    const sentence = 'The whole surface is inside out. Most slicers notice; flip its normals to be safe.';
    return { about: 'direction', level: 'amber', sentence };
  }
  if (flippedEdges === 0) return null;
  const sentence = `Some triangles face the wrong way: neighbours disagree at ${counted(flippedEdges, 'edge', 'edges')}. Recalculate the normals and export again.`;
  return { about: 'direction', level: 'amber', sentence };
}

function trianglesFinding({ triangles, degenerate }: MeshInspection): MeshFinding {
  const many = counted(triangles, 'triangle', 'triangles');
  if (degenerate === 0) return { about: 'triangles', level: 'green', sentence: `${many}.` };
  const without = `${degenerate.toLocaleString('en')} of them without area`;
  return degenerate > triangles * MANY_DEGENERATE
    ? {
        about: 'triangles',
        level: 'amber',
        sentence: `${many}, ${without}. A cleaner export prints more reliably.`,
      }
    : { about: 'triangles', level: 'green', sentence: `${many}, ${without}, which slicers skip.` };
}

function piecesFinding({ shells, pieces }: MeshInspection): MeshFinding {
  const green = (sentence: string): MeshFinding => ({ about: 'pieces', level: 'green', sentence });
  if (pieces === null) return green(`${counted(shells, 'shell', 'shells')}.`);
  if (pieces > 1) return green(`${counted(pieces, 'piece', 'pieces')} that do not touch.`);
  return green(
    shells > 1 ? `One piece, made of ${shells.toLocaleString('en')} shells that touch.` : 'One piece.',
  );
}

function weightFinding({ triangles }: MeshInspection, sizeBytes: number): MeshFinding | null {
  if (triangles <= HEAVY_TRIANGLES && sizeBytes <= HEAVY_BYTES) return null;
  const weight = fileSizeText(sizeBytes);
  const sentence =
    triangles > HEAVY_TRIANGLES
      ? `A heavy file: ${(triangles / 1e6).toFixed(1)} million triangles, ${weight}. It downloads and slices slowly; with fewer than ${HEAVY_TRIANGLES / 1e6} million a print looks the same.`
      : `A heavy file: ${weight}. It downloads slowly; saved as binary STL or 3MF it is smaller.`;
  return { about: 'weight', level: 'amber', sentence };
}

/**
 * Height range of a standing figure at each scale, including hair, hat or a thin base: [from, below), in mm. The gaps
 * are ambiguous, so nothing is suggested there.
 */
const FIGURE_HEIGHTS: [FacetValue<'scale'>, number, number][] = [
  ['6', 5, 8],
  ['10', 9, 12.5],
  ['15', 14, 18],
  ['20', 19, 24],
  ['28', 27, 32.5],
  ['32', 32.5, 37],
  ['35', 37, 42],
  ['54', 52, 64],
  ['75', 70, 88],
];

/** Only upright models can be figures; terrain and vehicles say nothing about their scale. */
function scaleOfHeight({ size, pieces }: MeshInspection): FacetValue<'scale'> | null {
  if (pieces !== 1 || size.z < Math.max(size.x, size.y)) return null;
  return FIGURE_HEIGHTS.find(([, from, below]) => size.z >= from && size.z < below)?.[0] ?? null;
}

const UNREADABLE = 'cannot be read; export it again.';
const NOT_FINITE = 'contains coordinates that are not numbers; repair it and try again.';
const TOO_MANY = 'has more than 10 million triangles, far more than any printer needs.';
const DAMAGED = 'This file is damaged or not a 3MF; save it again.';

export const MESH_REFUSAL_SENTENCES = {
  'stl-empty': 'This STL contains no triangles.',
  'stl-unreadable': 'This file is not an STL that can be read; export it again.',
  'stl-size-mismatch': 'This STL is cut off: it contains fewer triangles than it says. Export it again.',
  'stl-too-long': 'This STL is damaged: it contains more triangles than it says. Export it again.',
  'stl-too-many-triangles': `This STL ${TOO_MANY}`,
  'stl-not-finite': `This STL ${NOT_FINITE}`,
  'obj-empty': 'This OBJ contains no faces.',
  'obj-unreadable': `This OBJ ${UNREADABLE}`,
  'obj-number':
    'A coordinate in this OBJ is no decimal number, such as “3.1+e2”, which programs read differently; export it again.',
  'obj-index': 'This OBJ is cut off or damaged: a face refers to a vertex that does not exist.',
  'obj-too-many-triangles': `This OBJ ${TOO_MANY}`,
  'obj-not-finite': `This OBJ ${NOT_FINITE}`,
  '3mf-empty': 'There is nothing on the build plate of this 3MF.',
  '3mf-shape':
    'The shape in this 3MF is not made of triangles but of a lattice or a formula, which we cannot measure; export it as a mesh.',
  '3mf-extension':
    'This 3MF can only be read with an extension that we do not support; export it as a plain mesh, without extensions.',
  '3mf-unreadable': `This 3MF ${UNREADABLE}`,
  '3mf-doctype': 'This 3MF contains a document type declaration; save it again with another program.',
  '3mf-not-finite': `This 3MF ${NOT_FINITE}`,
  '3mf-too-many-triangles': `This 3MF ${TOO_MANY}`,
  '3mf-cycle': 'This 3MF contains an object that includes itself; save it again.',
  '3mf-damaged': DAMAGED,
  '3mf-too-many-files': 'This 3MF contains more than 2,000 files; save it again with fewer.',
  '3mf-too-large': 'This 3MF unpacks to more than 1 GB; simplify it and try again.',
  '3mf-bomb': 'This 3MF is compressed more than any real one; save it again.',
  '3mf-nested': 'This 3MF contains another archive; remove it and try again.',
  '3mf-outside': DAMAGED,
  'glb-empty': 'This GLB contains no triangles.',
  'glb-unreadable': `This GLB ${UNREADABLE}`,
  'glb-cut-off': 'This GLB is cut off: it contains less than it says. Export it again.',
  'glb-compressed': 'This GLB is compressed, which we cannot measure; export it without compression.',
  'glb-external': 'This GLB keeps its geometry in another file; export it as a single file.',
  'glb-posed':
    'Bones or morph targets change the shape of this GLB; apply them and export it as a still model.',
  'glb-too-many-triangles': `This GLB ${TOO_MANY}`,
  'glb-not-finite': `This GLB ${NOT_FINITE}`,
  'ply-empty':
    'This PLY contains no faces or strips of triangles; turn the points of a scan into a surface first.',
  'ply-unreadable': `This PLY ${UNREADABLE}`,
  'ply-cut-off': 'This PLY is cut off: it contains less than it says. Export it again.',
  'ply-index': 'This PLY is damaged: a face refers to a vertex that does not exist.',
  'ply-too-many-triangles': `This PLY ${TOO_MANY}`,
  'ply-not-finite': `This PLY ${NOT_FINITE}`,
  'model-kind-mismatch': 'The content of this file does not match its name; check its extension.',
  'mesh-too-large': 'This model is larger than 300 MB; simplify it and try again.',
  'mesh-too-long': 'This model could not be measured within a minute; simplify it and try again.',
} as const;
