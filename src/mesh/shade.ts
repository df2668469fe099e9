import type { WeldedMesh } from './weld.ts';

/** Number of evenly spread light directions, and the raster size of each. */
const LIGHTS = 72;
const CELLS = 256;
/** Weight of light from below the horizon, reflected by the table. */
const FROM_BELOW = 0.35;
/** Maximum overdraw. Models have about six layers; noise has thousands and counts as bright. */
const LAYERS = 60;

/**
 * Sky visibility per vertex (ambient occlusion), 0 (none) to 255 (full). The model stands on a table, z up. About 5 ms
 * per direction for 40,000 triangles, and bounded for any input.
 */
export function skyShade(mesh: WeldedMesh): Uint8Array<ArrayBuffer> {
  const { vertices, indices } = mesh;
  const count = vertices.length / 3;
  const normals = vertexNormals(mesh);
  const { middle, radius } = ballAround(vertices);
  const seen = new Float32Array(count);
  const all = new Float32Array(count);
  const across = new Float32Array(count);
  const up = new Float32Array(count);
  const near = new Float32Array(count);
  const depths = new Float32Array(CELLS * CELLS);
  const cell = (2 * radius) / (CELLS - 2);
  for (let light = 0; light < LIGHTS; light++) {
    const [dx, dy, dz] = lightAt(light);
    const [ax, ay, az, bx, by, bz] = sidesOf(dx, dy, dz);
    for (let vertex = 0; vertex < count; vertex++) {
      const x = (vertices[vertex * 3] ?? 0) - middle[0];
      const y = (vertices[vertex * 3 + 1] ?? 0) - middle[1];
      const z = (vertices[vertex * 3 + 2] ?? 0) - middle[2];
      across[vertex] = (x * ax + y * ay + z * az) / cell + CELLS / 2;
      up[vertex] = (x * bx + y * by + z * bz) / cell + CELLS / 2;
      near[vertex] = x * dx + y * dy + z * dz;
    }
    depths.fill(-Infinity);
    let drawn = 0;
    for (let at = 0; at < indices.length && drawn <= LAYERS * depths.length; at += 3) {
      const [a = 0, b = 0, c = 0] = indices.subarray(at, at + 3);
      drawn += drawTriangle(depths, across, up, near, a, b, c);
    }
    if (drawn > LAYERS * depths.length) return new Uint8Array(count).fill(255);
    const bright = dz < 0 ? FROM_BELOW : 1;
    for (let vertex = 0; vertex < count; vertex++) {
      const facing =
        (normals[vertex * 3] ?? 0) * dx +
        (normals[vertex * 3 + 1] ?? 0) * dy +
        (normals[vertex * 3 + 2] ?? 0) * dz;
      if (facing <= 0.05) continue;
      all[vertex] = (all[vertex] ?? 0) + facing;
      const place = Math.round(up[vertex] ?? 0) * CELLS + Math.round(across[vertex] ?? 0);
      // A slanted surface covers a cell at several depths; avoid self-shadowing.
      const slack = cell * (1 + 1.5 / facing);
      if ((depths[place] ?? 0) - (near[vertex] ?? 0) < slack)
        seen[vertex] = (seen[vertex] ?? 0) + facing * bright;
    }
  }
  return Uint8Array.from(seen, (value, vertex) =>
    Math.round((255 * value) / Math.max(1e-6, all[vertex] ?? 0)),
  );
}

/** Evenly spread directions on a sphere. */
function lightAt(light: number): [number, number, number] {
  const z = 1 - (2 * light + 1) / LIGHTS;
  const ring = Math.sqrt(1 - z * z);
  const turn = light * Math.PI * (3 - Math.sqrt(5));
  return [ring * Math.cos(turn), ring * Math.sin(turn), z];
}

/** Two directions perpendicular to the given one and each other. */
function sidesOf(x: number, y: number, z: number): [number, number, number, number, number, number] {
  // Any vector not parallel to it.
  const [ux, uy, uz] = Math.abs(z) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const ax = uy * z - uz * y;
  const ay = uz * x - ux * z;
  const az = ux * y - uy * x;
  const length = Math.hypot(ax, ay, az);
  const [nx, ny, nz] = [ax / length, ay / length, az / length];
  return [nx, ny, nz, y * nz - z * ny, z * nx - x * nz, x * ny - y * nx];
}

/** Stores the depth nearest to the light in each cell. Returns the number of visited cells. */
function drawTriangle(
  depths: Float32Array,
  across: Float32Array,
  up: Float32Array,
  near: Float32Array,
  a: number,
  b: number,
  c: number,
): number {
  const [ax, ay, aw] = [across[a] ?? 0, up[a] ?? 0, near[a] ?? 0];
  const [bx, by, bw] = [across[b] ?? 0, up[b] ?? 0, near[b] ?? 0];
  const [cx, cy, cw] = [across[c] ?? 0, up[c] ?? 0, near[c] ?? 0];
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (area === 0) return 0;
  const left = Math.ceil(Math.min(ax, bx, cx));
  const right = Math.floor(Math.max(ax, bx, cx));
  const low = Math.ceil(Math.min(ay, by, cy));
  const high = Math.floor(Math.max(ay, by, cy));
  for (let y = low; y <= high; y++) {
    for (let x = left; x <= right; x++) {
      const ofB = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area;
      const ofC = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area;
      if (ofB < 0 || ofC < 0 || ofB + ofC > 1) continue;
      const depth = aw + ofB * (bw - aw) + ofC * (cw - aw);
      const place = y * CELLS + x;
      if (depth > (depths[place] ?? 0)) depths[place] = depth;
    }
  }
  return Math.max(0, right - left + 1) * Math.max(0, high - low + 1);
}

/** Area-weighted vertex normals; three numbers each. */
function vertexNormals({ vertices, indices }: WeldedMesh): Float32Array {
  const normals = new Float32Array(vertices.length);
  for (let at = 0; at < indices.length; at += 3) {
    const corners = [0, 1, 2].map((corner) => (indices[at + corner] ?? 0) * 3);
    const [a = 0, b = 0, c = 0] = corners;
    const side = (to: number, axis: number) => (vertices[to + axis] ?? 0) - (vertices[a + axis] ?? 0);
    const x = side(b, 1) * side(c, 2) - side(b, 2) * side(c, 1);
    const y = side(b, 2) * side(c, 0) - side(b, 0) * side(c, 2);
    const z = side(b, 0) * side(c, 1) - side(b, 1) * side(c, 0);
    for (const corner of corners) {
      normals[corner] = (normals[corner] ?? 0) + x;
      normals[corner + 1] = (normals[corner + 1] ?? 0) + y;
      normals[corner + 2] = (normals[corner + 2] ?? 0) + z;
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at] ?? 0, normals[at + 1] ?? 0, normals[at + 2] ?? 0) || 1;
    for (let axis = 0; axis < 3; axis++) normals[at + axis] = (normals[at + axis] ?? 0) / length;
  }
  return normals;
}

function ballAround(vertices: Float32Array): { middle: [number, number, number]; radius: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < vertices.length; at++) {
    low[at % 3] = Math.min(low[at % 3] ?? 0, vertices[at] ?? 0);
    high[at % 3] = Math.max(high[at % 3] ?? 0, vertices[at] ?? 0);
  }
  const half = (axis: number) => ((high[axis] ?? 0) - (low[axis] ?? 0)) / 2;
  const at = (axis: number) => (low[axis] ?? 0) + half(axis);
  return {
    middle: [at(0), at(1), at(2)],
    radius: Math.max(1e-6, Math.hypot(half(0), half(1), half(2))),
  };
}
