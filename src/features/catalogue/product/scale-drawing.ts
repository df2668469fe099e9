import type { Outline, SizeMm } from '../../../domain/catalogue/product.ts';

/** Edge lengths in px of the drawing; one `pxPerMm` holds for everything in it. */
export interface ScaleDrawing {
  width: number;
  height: number;
  pxPerMm: number;
  /** y of the table top. */
  ground: number;
  /** The model's box seen from the front and a little from above: front face, and how far its back is shifted. */
  box: { x: number; y: number; width: number; height: number; shift: number };
  /** The model itself seen from the front, to be drawn by half px from the box's lower left corner; null where unknown. */
  outline: string | null;
  /** Width of the model's own base in px, or null where it has none or its outline shows it. */
  base: number | null;
  /** Middle of the 28 mm figure and of the empty base. */
  figureX: number;
  emptyX: number;
  /** Table marks, one every 10 mm. */
  ticks: number[];
}

export const FIGURE_BASE_MM = 25;
export const EMPTY_BASE_MM = 32;
/** The figure is 28 mm from its feet to its eyes and carries a taller staff. */
export const FIGURE_MM = 33;
export const BASE_HEIGHT_MM = 3.2;

const WIDTH = 340;
const LEFT = 78;
const RIGHT = 6;
const TOP = 8;
const BELOW = 42;
const TALLEST = 210;
const GAP_MM = 9;
/** The depth is drawn at a third, at 45 degrees: enough to read as a body, never as height. */
const DEPTH = 0.33 * Math.SQRT1_2;

/**
 * How the model, a 28 mm figure and an empty 32 mm base stand side by side at one scale.
 * @param outline empty where it is unknown: then the box stands for the model.
 */
export function scaleDrawing(size: SizeMm, baseMm: number | null, outline: Outline): ScaleDrawing {
  // An outline is flat, and so is the box around it.
  const shiftMm = outline.length > 0 ? 0 : size.y * DEPTH;
  const acrossMm = size.x + shiftMm + GAP_MM + FIGURE_BASE_MM + GAP_MM + EMPTY_BASE_MM;
  const tallMm = Math.max(size.z + shiftMm, FIGURE_MM + BASE_HEIGHT_MM);
  const pxPerMm = Math.min((WIDTH - LEFT - RIGHT) / acrossMm, (TALLEST - TOP) / tallMm);
  const px = (mm: number) => Math.round(mm * pxPerMm * 10) / 10;
  const ground = Math.round(TOP + px(tallMm));
  // What is narrower than the drawing stands in its middle.
  const start = LEFT + Math.max(0, Math.round((WIDTH - LEFT - RIGHT - px(acrossMm)) / 2));
  const after = start + px(size.x + shiftMm + GAP_MM);
  const ticks: number[] = [];
  for (let mm = 0; mm <= acrossMm && ticks.length < 200; mm += 10) ticks.push(start + px(mm));
  return {
    width: WIDTH,
    height: ground + BELOW,
    pxPerMm,
    ground,
    box: { x: start, y: ground - px(size.z), width: px(size.x), height: px(size.z), shift: px(shiftMm) },
    outline: outline.length > 0 ? pathOf(outline, pxPerMm * 2) : null,
    base: baseMm === null || outline.length > 0 ? null : px(Math.min(baseMm, size.x)),
    figureX: after + px(FIGURE_BASE_MM / 2),
    emptyX: after + px(FIGURE_BASE_MM + GAP_MM + EMPTY_BASE_MM / 2),
    ticks,
  };
}

/** Closed lines in whole steps, each corner told from the one before: the shortest way to write them. */
function pathOf(outline: Outline, stepsPerMm: number): string {
  // Where the pen is: closing a ring takes it back to the ring's first corner.
  let penX = 0;
  let penY = 0;
  let path = '';
  for (const ring of outline) {
    const moves: number[] = [];
    let x = penX;
    let y = penY;
    for (let at = 0; at < ring.length; at += 2) {
      const nextX = Math.round((ring[at] ?? 0) * stepsPerMm);
      const nextY = -Math.round((ring[at + 1] ?? 0) * stepsPerMm);
      if (at > 0 && nextX === x && nextY === y) continue;
      moves.push(nextX - x, nextY - y);
      x = nextX;
      y = nextY;
    }
    // What is left of a ring too small to be seen is no area.
    if (moves.length < 6) continue;
    penX += moves[0] ?? 0;
    penY += moves[1] ?? 0;
    path += `m${moves.join(' ').replaceAll(' -', '-')}z`;
  }
  return path;
}
