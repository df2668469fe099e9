import { cornersOf, type WeldedMesh } from '../../mesh/weld.ts';

/**
 * Turns a demo model into its pre-supported twin: lifted off the plate, a column under each overhang, a raft below.
 * Plain but printable; a seller's own supports are better and come from a slicer. All lengths in millimetres.
 */
const LIFT = 5;
const RAFT = { thickness: 0.8, margin: 2.5 };
const COLUMN = { radius: 0.5, tipRadius: 0.18, tipLength: 1.6, sides: 6 };
/** How far a tip reaches into the model, so that the two are one when printed. */
const BITE = 0.15;
/** One column per cell of this size at most. */
const SPACING = 3.2;
/** A face that points down more steeply than this needs a support; cosine of the angle to straight down. */
const STEEP = 0.8;
const COLUMNS_MAX = 220;

interface Point {
  x: number;
  y: number;
  z: number;
}

/** The triangles (nine numbers each) of the lifted model with columns and raft; every piece is closed. */
export function presupported(mesh: WeldedMesh): Float32Array<ArrayBuffer> {
  const model = cornersOf(mesh);
  const floor = lowest(model);
  for (let at = 2; at < model.length; at += 3) model[at] = (model[at] ?? 0) - floor + LIFT;
  const added: number[] = [];
  for (const tip of overhangs(model)) addColumn(added, tip);
  addRaft(added, model);
  const all = new Float32Array(model.length + added.length);
  all.set(model);
  all.set(added, model.length);
  return all;
}

function lowest(corners: Float32Array): number {
  let z = Infinity;
  for (let at = 2; at < corners.length; at += 3) z = Math.min(z, corners[at] ?? 0);
  return z;
}

/** Where the model would droop: the lowest downward face of each cell with nothing of the model below it. */
function overhangs(corners: Float32Array): Point[] {
  const ground = groundOf(corners);
  const best = new Map<string, Point>();
  for (let at = 0; at < corners.length; at += 9) {
    const face = middleOf(corners, at);
    if (face.down < STEEP || face.z > (ground.get(cellOf(face, GROUND_CELL)) ?? 0) + 0.3) continue;
    const cell = cellOf(face, SPACING);
    const known = best.get(cell);
    if (!known || face.z < known.z) best.set(cell, { x: face.x, y: face.y, z: face.z });
  }
  return [...best.values()].sort((a, b) => a.z - b.z || a.x - b.x || a.y - b.y).slice(0, COLUMNS_MAX);
}

const GROUND_CELL = 0.8;

/** The height of the lowest face over each small cell of the plate. */
function groundOf(corners: Float32Array): Map<string, number> {
  const ground = new Map<string, number>();
  for (let at = 0; at < corners.length; at += 9) {
    const face = middleOf(corners, at);
    const cell = cellOf(face, GROUND_CELL);
    ground.set(cell, Math.min(ground.get(cell) ?? Infinity, face.z));
  }
  return ground;
}

function cellOf(point: Pick<Point, 'x' | 'y'>, side: number): string {
  return `${Math.round(point.x / side)} ${Math.round(point.y / side)}`;
}

/** The center of a face, and how straight down it points (1 is straight down). */
function middleOf(corners: Float32Array, at: number): Point & { down: number } {
  const ax = corners[at] ?? 0;
  const ay = corners[at + 1] ?? 0;
  const az = corners[at + 2] ?? 0;
  const bx = corners[at + 3] ?? 0;
  const by = corners[at + 4] ?? 0;
  const bz = corners[at + 5] ?? 0;
  const cx = corners[at + 6] ?? 0;
  const cy = corners[at + 7] ?? 0;
  const cz = corners[at + 8] ?? 0;
  const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
  const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
  const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return {
    x: (ax + bx + cx) / 3,
    y: (ay + by + cy) / 3,
    z: (az + bz + cz) / 3,
    down: -nz / (Math.hypot(nx, ny, nz) || 1),
  };
}

/** A column from the raft to just inside the model, ending in a thin tip that breaks off cleanly. */
function addColumn(into: number[], tip: Point): void {
  const top = tip.z + BITE;
  const shoulder = Math.max(RAFT.thickness, top - COLUMN.tipLength);
  const ring = (radius: number, z: number): Point[] =>
    Array.from({ length: COLUMN.sides }, (_, side) => {
      const angle = (side / COLUMN.sides) * 2 * Math.PI;
      return { x: tip.x + radius * Math.cos(angle), y: tip.y + radius * Math.sin(angle), z };
    });
  addStack(into, [
    ring(COLUMN.radius, RAFT.thickness / 2),
    ring(COLUMN.radius, shoulder),
    ring(COLUMN.tipRadius, top),
  ]);
}

function addRaft(into: number[], model: Float32Array): void {
  let west = Infinity;
  let east = -Infinity;
  let south = Infinity;
  let north = -Infinity;
  for (let at = 0; at < model.length; at += 3) {
    const x = model[at] ?? 0;
    const y = model[at + 1] ?? 0;
    west = Math.min(west, x - RAFT.margin);
    east = Math.max(east, x + RAFT.margin);
    south = Math.min(south, y - RAFT.margin);
    north = Math.max(north, y + RAFT.margin);
  }
  const sheet = (z: number): Point[] => [
    { x: west, y: south, z },
    { x: east, y: south, z },
    { x: east, y: north, z },
    { x: west, y: north, z },
  ];
  addStack(into, [sheet(0), sheet(RAFT.thickness)]);
}

/** A closed body from rings of equally many points, counter-clockwise seen from above, listed from the bottom up. */
function addStack(into: number[], rings: Point[][]): void {
  const push = (...points: (Point | undefined)[]) => {
    for (const point of points) if (point) into.push(point.x, point.y, point.z);
  };
  const bottom = rings[0] ?? [];
  const top = rings.at(-1) ?? [];
  const sides = bottom.length;
  for (let side = 1; side + 1 < sides; side++) {
    push(bottom[0], bottom[side + 1], bottom[side]);
    push(top[0], top[side], top[side + 1]);
  }
  for (let level = 0; level + 1 < rings.length; level++) {
    const lower = rings[level] ?? [];
    const upper = rings[level + 1] ?? [];
    for (let side = 0; side < sides; side++) {
      const next = (side + 1) % sides;
      push(lower[side], lower[next], upper[next]);
      push(lower[side], upper[next], upper[side]);
    }
  }
}
