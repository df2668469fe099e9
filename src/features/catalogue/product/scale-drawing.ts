import type { Outline, SizeMm } from '../../../domain/catalogue/product.ts';

/** Layout of the drawing in px; everything shares one `pxPerMm`. */
export interface ScaleDrawing {
  width: number;
  height: number;
  pxPerMm: number;
  /** y of the table top. */
  ground: number;
  /** The model's box from the front and slightly above: front face, and the shift of its back. */
  box: { x: number; y: number; width: number; height: number; shift: number };
  /** SVG path of the front outline in half px from the box's lower left corner; null if unknown. */
  outline: string | null;
  /** Width of the model's base in px; null without one, or if the outline includes it. */
  base: number | null;
  /** Centre of the 28 mm figure and of the empty base. */
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
/** Depth is drawn at a third and 45 degrees: enough to suggest a volume, without reading as height. */
const DEPTH = 0.33 * Math.SQRT1_2;

/**
 * Lays out the model, a 28 mm figure and an empty 32 mm base side by side at one scale.
 * @param outline empty if unknown; then the box represents the model.
 */
export function scaleDrawing(size: SizeMm, baseMm: number | null, outline: Outline): ScaleDrawing {
  // An outline is flat, and so is the box around it.
  const shiftMm = outline.length > 0 ? 0 : size.y * DEPTH;
  const acrossMm = size.x + shiftMm + GAP_MM + FIGURE_BASE_MM + GAP_MM + EMPTY_BASE_MM;
  const tallMm = Math.max(size.z + shiftMm, FIGURE_MM + BASE_HEIGHT_MM);
  const pxPerMm = Math.min((WIDTH - LEFT - RIGHT) / acrossMm, (TALLEST - TOP) / tallMm);
  const px = (mm: number) => Math.round(mm * pxPerMm * 10) / 10;
  const ground = Math.round(TOP + px(tallMm));
  // Centres a narrow drawing.
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

/** Rings as relative integer moves, the shortest SVG path. */
function pathOf(outline: Outline, stepsPerMm: number): string {
  // Pen position: closing a ring returns it to the ring's first corner.
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
    // Skips rings that are too small to have an area.
    if (moves.length < 6) continue;
    penX += moves[0] ?? 0;
    penY += moves[1] ?? 0;
    path += `m${moves.join(' ').replaceAll(' -', '-')}z`;
  }
  return path;
}
