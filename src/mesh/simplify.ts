/**
 * Simplifies closed rings (Douglas-Peucker), dropping the least significant corners first.
 * @param rings alternating x and y of each corner.
 * @param tolerance maximum distance of a dropped corner from the line.
 * @param maxCorners maximum number of corners of all rings together, at least three each.
 * @returns rings of at least three corners; degenerate rings are dropped.
 */
export function simplify(rings: number[][], tolerance: number, maxCorners: number): number[][] {
  const corners = rings.flatMap((ring, index) =>
    Array.from(weightsOf(ring), (weight, at) => ({ index, at, weight })).filter(
      ({ weight }) => weight > tolerance,
    ),
  );
  corners.sort((a, b) => b.weight - a.weight);
  const kept = rings.map(() => new Set<number>());
  for (const { index, at } of corners.slice(0, maxCorners)) kept[index]?.add(at);
  return rings
    .map((ring, index) => ring.filter((_, at) => kept[index]?.has(at >> 1)))
    .filter((ring) => ring.length >= 6);
}

/**
 * The significance of each corner: its distance from the line without it, at maxCorners that of its parent; Infinity for the
 * three corners that span the ring.
 */
function weightsOf(ring: number[]): Float64Array {
  const count = ring.length / 2;
  const weights = new Float64Array(count);
  if (count < 3) return weights;
  const opposite = farthest(ring, 0, count, (x, y) => Math.hypot(x - (ring[0] ?? 0), y - (ring[1] ?? 0)));
  weights[0] = Infinity;
  weights[opposite.at] = Infinity;
  const parts: { from: number; to: number; maxCorners: number }[] = [];
  const split = (from: number, to: number, maxCorners: number) => {
    const found = farthest(ring, from, to, distanceToLine(ring, from, to % count));
    return { ...found, weight: Math.min(found.distance, maxCorners) };
  };
  // The third corner: the farthest point of either half.
  const halves = [split(0, opposite.at, Infinity), split(opposite.at, count, Infinity)];
  const third = (halves[0]?.distance ?? 0) >= (halves[1]?.distance ?? 0) ? 0 : 1;
  for (const [index, half] of halves.entries()) {
    if (half.at < 0) continue;
    weights[half.at] = index === third ? Infinity : half.weight;
    const [from, to] = index === 0 ? [0, opposite.at] : [opposite.at, count];
    parts.push(
      { from, to: half.at, maxCorners: half.distance },
      { from: half.at, to, maxCorners: half.distance },
    );
  }
  for (let part = parts.pop(); part; part = parts.pop()) {
    const { at, weight } = split(part.from, part.to, part.maxCorners);
    if (at < 0) continue;
    weights[at] = weight;
    parts.push(
      { from: part.from, to: at, maxCorners: weight },
      { from: at, to: part.to, maxCorners: weight },
    );
  }
  return weights;
}

/** The farthest corner strictly between two others; -1 if there is none. */
function farthest(
  ring: number[],
  from: number,
  to: number,
  measure: (x: number, y: number) => number,
): { at: number; distance: number } {
  let at = -1;
  let distance = -1;
  for (let between = from + 1; between < to; between++) {
    const reached = measure(ring[between * 2] ?? 0, ring[between * 2 + 1] ?? 0);
    if (reached > distance) {
      at = between;
      distance = reached;
    }
  }
  return { at, distance };
}

/** Distance of a point from the segment between two corners. */
function distanceToLine(ring: number[], from: number, to: number): (x: number, y: number) => number {
  const ax = ring[from * 2] ?? 0;
  const ay = ring[from * 2 + 1] ?? 0;
  const dx = (ring[to * 2] ?? 0) - ax;
  const dy = (ring[to * 2 + 1] ?? 0) - ay;
  const length = dx * dx + dy * dy;
  return (x, y) => {
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
    return Math.hypot(x - ax - along * dx, y - ay - along * dy);
  };
}
