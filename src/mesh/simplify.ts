/**
 * Closed rings with fewer corners (Douglas and Peucker): those that matter least are left out first.
 * @param rings x and y of each corner in turn.
 * @param tolerance how far a corner that is left out may lie from the line.
 * @param most how many corners all rings may have together, at least three for each of them.
 * @returns rings of three corners or more; one that has no such three is left out.
 */
export function simplify(rings: number[][], tolerance: number, most: number): number[][] {
  const corners = rings.flatMap((ring, index) =>
    Array.from(weightsOf(ring), (weight, at) => ({ index, at, weight })).filter(
      ({ weight }) => weight > tolerance,
    ),
  );
  corners.sort((a, b) => b.weight - a.weight);
  const kept = rings.map(() => new Set<number>());
  for (const { index, at } of corners.slice(0, most)) kept[index]?.add(at);
  return rings
    .map((ring, index) => ring.filter((_, at) => kept[index]?.has(at >> 1)))
    .filter((ring) => ring.length >= 6);
}

/**
 * For each corner of a ring, how far it lies from the line drawn without it, never more than the corner that called for
 * it; Infinity for the three that span the ring.
 */
function weightsOf(ring: number[]): Float64Array {
  const count = ring.length / 2;
  const weights = new Float64Array(count);
  if (count < 3) return weights;
  const opposite = farthest(ring, 0, count, (x, y) => Math.hypot(x - (ring[0] ?? 0), y - (ring[1] ?? 0)));
  weights[0] = Infinity;
  weights[opposite.at] = Infinity;
  const parts: { from: number; to: number; most: number }[] = [];
  const split = (from: number, to: number, most: number) => {
    const found = farthest(ring, from, to, distanceToLine(ring, from, to % count));
    return { ...found, weight: Math.min(found.distance, most) };
  };
  // The third corner: whichever of the two halves bulges more.
  const halves = [split(0, opposite.at, Infinity), split(opposite.at, count, Infinity)];
  const third = (halves[0]?.distance ?? 0) >= (halves[1]?.distance ?? 0) ? 0 : 1;
  for (const [index, half] of halves.entries()) {
    if (half.at < 0) continue;
    weights[half.at] = index === third ? Infinity : half.weight;
    const [from, to] = index === 0 ? [0, opposite.at] : [opposite.at, count];
    parts.push({ from, to: half.at, most: half.distance }, { from: half.at, to, most: half.distance });
  }
  for (let part = parts.pop(); part; part = parts.pop()) {
    const { at, weight } = split(part.from, part.to, part.most);
    if (at < 0) continue;
    weights[at] = weight;
    parts.push({ from: part.from, to: at, most: weight }, { from: at, to: part.to, most: weight });
  }
  return weights;
}

/** The corner between two others (both excluded) that is farthest by a measure; -1 where there is none between. */
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

/** How far a place lies from the straight piece between two corners. */
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
