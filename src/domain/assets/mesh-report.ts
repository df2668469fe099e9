import type { FacetValue } from '../catalogue/facets.ts';
import { sizeText, volumeText } from '../catalogue/printing.ts';
import type { MeasuredMesh, MeshFacts, SizeMm } from '../catalogue/product.ts';
import { fileSizeText } from '../kernel/file-size.ts';

/** Everything that can be told of a mesh before printing it: the facts that are kept, and what the report says more. */
export interface MeshInspection extends MeshFacts {
  /** No edge carries more than two triangles. Says nothing about holes. */
  manifold: boolean;
  /** Edges of one triangle only: the rims of holes. */
  openEdges: number;
  /** Edges of more than two triangles: where surfaces run into each other. */
  crowdedEdges: number;
  /** Edges whose two triangles look to opposite sides. */
  flippedEdges: number;
  /** Triangles without area. */
  degenerate: number;
  /** Closed, but as a whole looking inwards. */
  insideOut: boolean;
  /** Groups of shells whose boxes touch, which print as one; null where there are too many shells to tell. */
  pieces: number | null;
}

/** All that is known of a model once it is measured. */
export type InspectedModel = MeshInspection & MeasuredMesh;

/** Why a model could not be measured: what the reader of its format found, or `mesh-…` where it took too much. */
export type MeshRefusal = keyof typeof MESH_REFUSAL_SENTENCES;

/** Good, worth a look, or nothing that can be printed. Only red stands in the way of anything. */
export type ReportLevel = 'green' | 'amber' | 'red';

/** One thing the report says. `about` names it, so that a later report can take its place. */
export interface Finding {
  about: 'file' | 'size' | 'unit' | 'holes' | 'edges' | 'direction' | 'triangles' | 'pieces' | 'weight';
  level: ReportLevel;
  /** For somebody who prints, not for somebody who models. */
  sentence: string;
}

/** What the measures suggest for the product's facets; null where they suggest nothing. Only ever an offer. */
export interface SuggestedFacets {
  scale: FacetValue<'scale'> | null;
  parts: FacetValue<'parts'> | null;
  size: SizeMm | null;
}

export interface MeshReport {
  /** The worst of its findings. */
  level: ReportLevel;
  findings: Finding[];
  suggested: SuggestedFacets;
}

/** Above this a slicer gets slow, and no home printer shows the difference. */
export const HEAVY_TRIANGLES = 2_000_000;
export const HEAVY_BYTES = 100_000_000;
/** A model between these lengths, along its longest side, needs no question about its unit. In mm. */
const USUAL_MM = { from: 4, to: 600 };
/** Beyond this no unit explains it. In mm. */
const KILOMETRE = 1e6;
/** A share of triangles without area above this is worth a word. */
const MANY_DEGENERATE = 0.01;

/** The report on a file that was measured. `sizeBytes` is the size of the file. */
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

function worst(findings: readonly Finding[]): ReportLevel {
  const has = (level: ReportLevel) => findings.some((finding) => finding.level === level);
  return has('red') ? 'red' : has('amber') ? 'amber' : 'green';
}

function sizeFinding({ size, volumeMl, watertight }: MeshInspection): Finding | null {
  const red = (sentence: string): Finding => ({ about: 'size', level: 'red', sentence });
  const longest = Math.max(size.x, size.y, size.z);
  if (longest > KILOMETRE) return red('This model is more than a kilometre long; check its unit.');
  if (isFlat(size, volumeMl)) return red('This model is flat: it has no thickness, so nothing would print.');
  // In tenths it would read as nothing; the question about its unit tells its size.
  if (longest < 1) return null;
  const volume = volumeMl >= 0.05 ? volumeText(volumeMl) : 'less than 0.1 ml';
  const about = watertight ? volume : `about ${volume}, as far as its holes let one tell`;
  return { about: 'size', level: 'green', sentence: `${sizeText(size)}, ${about}.` };
}

/** Without extent in some direction, or enclosing next to nothing of its own box. */
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
/** A printed model is most likely this long along its longest side. In mm. */
const LIKELY_MM = { from: 10, to: 400 };

function unitFinding(size: SizeMm): Finding | null {
  const longest = Math.max(size.x, size.y, size.z);
  if (longest === 0 || longest > KILOMETRE || (longest >= USUAL_MM.from && longest <= USUAL_MM.to))
    return null;
  const side = size.z === longest ? 'tall' : 'along its longest side';
  const measure = `${longest < 0.001 ? 'a thousandth of a' : rounded(longest)} mm ${side}`;
  if (longest > USUAL_MM.to) {
    const sentence = `${measure}: larger than any home printer. Was it modelled at life size, or exported in another unit?`;
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

/** Two digits that count: 0.18, 3.4, 180, 1800. */
function rounded(mm: number): string {
  return String(Number(mm.toPrecision(mm >= 100 ? 3 : 2)));
}

function holesFinding({ watertight, openEdges }: MeshInspection): Finding | null {
  if (watertight) {
    const sentence = 'The surface is closed, so a slicer knows inside from outside.';
    return { about: 'holes', level: 'green', sentence };
  }
  if (openEdges === 0) return null;
  const sentence = `The surface has holes: ${counted(openEdges, 'edge is', 'edges are')} open. Most slicers close small holes by themselves; look at it in one.`;
  return { about: 'holes', level: 'amber', sentence };
}

/** Closed bodies that touch along an edge are no mistake: programs that unite bodies make them. */
function edgesFinding({ watertight, crowdedEdges }: MeshInspection): Finding | null {
  if (crowdedEdges === 0) return null;
  const along = `along ${counted(crowdedEdges, 'edge', 'edges')}`;
  if (watertight) {
    return {
      about: 'edges',
      level: 'green',
      sentence: `Parts of the surface touch ${along}; slicers cope with that.`,
    };
  }
  const sentence = `Surfaces run into each other ${along}. Slicers may guess wrongly there; a repair in the modelling program helps.`;
  return { about: 'edges', level: 'amber', sentence };
}

function directionFinding({ flippedEdges, insideOut }: MeshInspection): Finding | null {
  if (insideOut) {
    const sentence =
      'The whole surface looks inwards. Most slicers notice; turn its normals round to be safe.';
    return { about: 'direction', level: 'amber', sentence };
  }
  if (flippedEdges === 0) return null;
  const sentence = `Some triangles look the wrong way: neighbours disagree at ${counted(flippedEdges, 'edge', 'edges')}. Recalculate the normals and export again.`;
  return { about: 'direction', level: 'amber', sentence };
}

function trianglesFinding({ triangles, degenerate }: MeshInspection): Finding {
  const many = counted(triangles, 'triangle', 'triangles');
  if (degenerate === 0) return { about: 'triangles', level: 'green', sentence: `${many}.` };
  const without = `${degenerate.toLocaleString('en')} of them without area`;
  return degenerate > triangles * MANY_DEGENERATE
    ? {
        about: 'triangles',
        level: 'amber',
        sentence: `${many}, ${without}. A cleaner export prints more surely.`,
      }
    : { about: 'triangles', level: 'green', sentence: `${many}, ${without}, which slicers skip.` };
}

function piecesFinding({ shells, pieces }: MeshInspection): Finding {
  const said = (sentence: string): Finding => ({ about: 'pieces', level: 'green', sentence });
  if (pieces === null) return said(`${counted(shells, 'shell', 'shells')}.`);
  if (pieces > 1) return said(`${counted(pieces, 'piece', 'pieces')} that do not touch.`);
  return said(
    shells > 1 ? `One piece, made of ${shells.toLocaleString('en')} shells that touch.` : 'One piece.',
  );
}

function weightFinding({ triangles }: MeshInspection, sizeBytes: number): Finding | null {
  if (triangles <= HEAVY_TRIANGLES && sizeBytes <= HEAVY_BYTES) return null;
  const weight = fileSizeText(sizeBytes);
  const sentence =
    triangles > HEAVY_TRIANGLES
      ? `A heavy file: ${(triangles / 1e6).toFixed(1)} million triangles, ${weight}. It downloads and slices slowly; with fewer than ${HEAVY_TRIANGLES / 1e6} million a print looks the same.`
      : `A heavy file: ${weight}. It downloads slowly; saved as binary STL or 3MF it is smaller.`;
  return { about: 'weight', level: 'amber', sentence };
}

function counted(count: number, one: string, more: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : more}`;
}

/**
 * Heights of a standing figure, with hair, hat or a thin base, at each scale: from the first to below the second, in mm.
 * Nothing is suggested in the gaps: a hero of one scale is a giant of another.
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

/** Only what stands upright can be a figure: terrain and vehicles tell nothing about their scale. */
function scaleOfHeight({ size, pieces }: MeshInspection): FacetValue<'scale'> | null {
  if (pieces !== 1 || size.z < Math.max(size.x, size.y)) return null;
  return FIGURE_HEIGHTS.find(([, from, below]) => size.z >= from && size.z < below)?.[0] ?? null;
}

const UNREADABLE = 'cannot be read; export it again.';
const NOT_FINITE = 'holds coordinates that are no numbers; repair it and try again.';
const TOO_MANY = 'has more than 10 million triangles; no printer needs so many.';
const DAMAGED = 'This 3MF is damaged or no 3MF; save it again.';

export const MESH_REFUSAL_SENTENCES = {
  'stl-empty': 'There is no triangle in this STL.',
  'stl-unreadable': 'This file is not an STL that can be read; export it again.',
  'stl-size-mismatch': 'This STL is cut off or damaged: its size does not match what it claims to hold.',
  'stl-too-many-triangles': `This STL ${TOO_MANY}`,
  'stl-not-finite': `This STL ${NOT_FINITE}`,
  'obj-empty': 'There is no face in this OBJ.',
  'obj-unreadable': `This OBJ ${UNREADABLE}`,
  'obj-index': 'This OBJ is cut off or damaged: a face names a corner that is not there.',
  'obj-too-many-triangles': `This OBJ ${TOO_MANY}`,
  'obj-not-finite': `This OBJ ${NOT_FINITE}`,
  '3mf-empty': 'There is nothing on the build plate of this 3MF.',
  '3mf-unreadable': `This 3MF ${UNREADABLE}`,
  '3mf-doctype': 'This 3MF holds a document type, which no 3MF needs; save it again with another program.',
  '3mf-not-finite': `This 3MF ${NOT_FINITE}`,
  '3mf-too-many-triangles': `This 3MF ${TOO_MANY}`,
  '3mf-cycle': 'In this 3MF an object is made of itself; save it again.',
  '3mf-damaged': DAMAGED,
  '3mf-too-many-files': 'This 3MF holds more than 2,000 files; save it again with fewer.',
  '3mf-too-large': 'This 3MF unpacks to more than 1 GB; simplify it and try again.',
  '3mf-bomb': 'This 3MF is packed more tightly than any real one; save it again.',
  '3mf-nested': 'This 3MF holds another archive, which is not opened; take it out and try again.',
  '3mf-outside': DAMAGED,
  'model-kind-mismatch': 'What is inside this file is not what its name says; check its ending.',
  // More bytes than are measured.
  'mesh-too-large': 'This model is larger than 300 MB; simplify it and try again.',
  // More time or memory than a model may take.
  'mesh-too-long': 'This model could not be measured within a minute; simplify it and try again.',
} as const;
