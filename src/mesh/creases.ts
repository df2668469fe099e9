import type { WeldedMesh } from './weld.ts';

/** Corners in triangle order with their normals; three numbers each. */
export interface LitCorners {
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
}

/**
 * Smooth normals with sharp creases: a corner's normal is the area-weighted mean of the adjacent triangles whose angle to
 * its own is at most `crease`.
 * @param crease in degrees.
 */
export function creased({ vertices, indices }: WeldedMesh, crease: number): LitCorners {
  const sharp = Math.cos((crease * Math.PI) / 180);
  const faces = faceNormals(vertices, indices);
  const { around, from } = trianglesAround(vertices.length / 3, indices);
  const positions = new Float32Array(indices.length * 3);
  const normals = new Float32Array(indices.length * 3);
  for (let corner = 0; corner < indices.length; corner++) {
    const vertex = indices[corner] ?? 0;
    const own = Math.floor(corner / 3) * 4;
    const [ox = 0, oy = 0, oz = 0] = faces.subarray(own, own + 3);
    let [x, y, z] = [0, 0, 0];
    for (let at = from[vertex] ?? 0; at < (from[vertex + 1] ?? 0); at++) {
      const face = (around[at] ?? 0) * 4;
      const fx = faces[face] ?? 0;
      const fy = faces[face + 1] ?? 0;
      const fz = faces[face + 2] ?? 0;
      const area = faces[face + 3] ?? 0;
      if (face !== own && fx * ox + fy * oy + fz * oz < sharp) continue;
      x += fx * area;
      y += fy * area;
      z += fz * area;
    }
    const length = Math.hypot(x, y, z) || 1;
    normals[corner * 3] = x / length;
    normals[corner * 3 + 1] = y / length;
    normals[corner * 3 + 2] = z / length;
    for (let axis = 0; axis < 3; axis++) positions[corner * 3 + axis] = vertices[vertex * 3 + axis] ?? 0;
  }
  return { positions, normals };
}

/** Four numbers per triangle: unit normal and area. */
function faceNormals(vertices: Float32Array, indices: Uint32Array): Float32Array {
  const faces = new Float32Array((indices.length / 3) * 4);
  for (let face = 0; face < indices.length / 3; face++) {
    const a = (indices[face * 3] ?? 0) * 3;
    const b = (indices[face * 3 + 1] ?? 0) * 3;
    const c = (indices[face * 3 + 2] ?? 0) * 3;
    const side = (to: number, axis: number) => (vertices[to + axis] ?? 0) - (vertices[a + axis] ?? 0);
    const x = side(b, 1) * side(c, 2) - side(b, 2) * side(c, 1);
    const y = side(b, 2) * side(c, 0) - side(b, 0) * side(c, 2);
    const z = side(b, 0) * side(c, 1) - side(b, 1) * side(c, 0);
    const length = Math.hypot(x, y, z);
    faces.set([x / (length || 1), y / (length || 1), z / (length || 1), length / 2], face * 4);
  }
  return faces;
}

/** The triangles around each vertex: those of vertex v are at from[v] up to from[v + 1]. */
function trianglesAround(count: number, indices: Uint32Array): { around: Uint32Array; from: Uint32Array } {
  const from = new Uint32Array(count + 1);
  for (const vertex of indices) from[vertex + 1] = (from[vertex + 1] ?? 0) + 1;
  for (let vertex = 0; vertex < count; vertex++)
    from[vertex + 1] = (from[vertex + 1] ?? 0) + (from[vertex] ?? 0);
  const filled = from.slice();
  const around = new Uint32Array(indices.length);
  for (let corner = 0; corner < indices.length; corner++) {
    const vertex = indices[corner] ?? 0;
    const place = filled[vertex] ?? 0;
    around[place] = Math.floor(corner / 3);
    filled[vertex] = place + 1;
  }
  return { around, from };
}
