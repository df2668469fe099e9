import type { WeldedMesh } from './weld.ts';

/** Smoothing passes of the two reference surfaces: for fine detail and for folds. */
const FINE = 4;
const BROAD = 16;

/**
 * Relief per vertex: -1 in a deep recess (where a wash gathers), 0 on even ground, 1 on a raised edge (where a dry brush
 * catches). Combines two detail sizes, each relative to the model's average. About 100 ms for 40,000 triangles.
 */
export function reliefOf({ vertices, indices }: WeldedMesh): Float32Array<ArrayBuffer> {
  const count = vertices.length / 3;
  const normals = outward(vertices, indices);
  const neighbours = new Float32Array(count);
  for (const vertex of indices) neighbours[vertex] = (neighbours[vertex] ?? 0) + 2;
  const above = (smooth: Float32Array) => {
    const heights = new Float32Array(count);
    let sum = 0;
    for (let vertex = 0; vertex < count; vertex++) {
      let height = 0;
      for (let axis = 0; axis < 3; axis++) {
        const at = vertex * 3 + axis;
        height += ((vertices[at] ?? 0) - (smooth[at] ?? 0)) * (normals[at] ?? 0);
      }
      heights[vertex] = height;
      sum += height * height;
    }
    const usual = Math.sqrt(sum / Math.max(1, count)) || 1;
    return heights.map((height) => height / usual);
  };

  let smooth: Float32Array = vertices;
  let fine = new Float32Array(count);
  for (let round = 1; round <= BROAD; round++) {
    smooth = smoothed(smooth, indices, neighbours);
    if (round === FINE) fine = above(smooth);
  }
  const broad = above(smooth);
  return fine.map((height, vertex) => Math.tanh(0.6 * height + 0.35 * (broad[vertex] ?? 0)));
}

/** Moves each vertex half way to the mean of its neighbours. */
function smoothed(from: Float32Array, indices: Uint32Array, neighbours: Float32Array): Float32Array {
  const sums = new Float32Array(from.length);
  for (let at = 0; at < indices.length; at += 3)
    for (let corner = 0; corner < 3; corner++) {
      const to = (indices[at + corner] ?? 0) * 3;
      const one = (indices[at + ((corner + 1) % 3)] ?? 0) * 3;
      const other = (indices[at + ((corner + 2) % 3)] ?? 0) * 3;
      for (let axis = 0; axis < 3; axis++)
        sums[to + axis] = (sums[to + axis] ?? 0) + (from[one + axis] ?? 0) + (from[other + axis] ?? 0);
    }
  return sums.map((sum, at) => {
    const own = from[at] ?? 0;
    return (own + sum / (neighbours[Math.floor(at / 3)] || 1)) / 2;
  });
}

/** Area-weighted vertex normals. */
function outward(vertices: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(vertices.length);
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at] ?? 0, indices[at + 1] ?? 0, indices[at + 2] ?? 0];
    const side = (to: number, axis: number) => (vertices[to * 3 + axis] ?? 0) - (vertices[a * 3 + axis] ?? 0);
    const normal = [
      side(b, 1) * side(c, 2) - side(b, 2) * side(c, 1),
      side(b, 2) * side(c, 0) - side(b, 0) * side(c, 2),
      side(b, 0) * side(c, 1) - side(b, 1) * side(c, 0),
    ];
    for (const vertex of [a, b, c])
      for (let axis = 0; axis < 3; axis++)
        normals[vertex * 3 + axis] = (normals[vertex * 3 + axis] ?? 0) + (normal[axis] ?? 0);
  }
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at] ?? 0, normals[at + 1] ?? 0, normals[at + 2] ?? 0) || 1;
    for (let axis = 0; axis < 3; axis++) normals[at + axis] = (normals[at + axis] ?? 0) / length;
  }
  return normals;
}
