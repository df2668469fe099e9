import type { WeldedMesh } from '../weld.ts';

/** The surface of a mesh as a thin shell of even weight. */
export interface SurfaceMoments {
  area: number;
  centroid: [number, number, number];
  /** Variances along the principal axes, the largest first. */
  principal: [number, number, number];
}

/**
 * Area, centroid and principal moments of a surface, exact for its triangles: the integral of x·y over a triangle with the
 * corners a, b, c is area / 12 times the sum of the corners' own products and of the product of their sums.
 * @returns null for a mesh without area.
 */
export function momentsOf({ vertices, indices }: WeldedMesh): SurfaceMoments | null {
  // From the first corner: a model far from the origin would lose digits.
  const [ox = 0, oy = 0, oz = 0] = vertices;
  let area = 0;
  let [x, y, z] = [0, 0, 0];
  let [xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < indices.length; at += 3) {
    const a = (indices[at] ?? 0) * 3;
    const b = (indices[at + 1] ?? 0) * 3;
    const c = (indices[at + 2] ?? 0) * 3;
    const ax = (vertices[a] ?? 0) - ox;
    const ay = (vertices[a + 1] ?? 0) - oy;
    const az = (vertices[a + 2] ?? 0) - oz;
    const bx = (vertices[b] ?? 0) - ox;
    const by = (vertices[b + 1] ?? 0) - oy;
    const bz = (vertices[b + 2] ?? 0) - oz;
    const cx = (vertices[c] ?? 0) - ox;
    const cy = (vertices[c + 1] ?? 0) - oy;
    const cz = (vertices[c + 2] ?? 0) - oz;
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const weight = Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
    const [sx, sy, sz] = [ax + bx + cx, ay + by + cy, az + bz + cz];
    area += weight;
    x += weight * sx;
    y += weight * sy;
    z += weight * sz;
    xx += weight * (ax * ax + bx * bx + cx * cx + sx * sx);
    xy += weight * (ax * ay + bx * by + cx * cy + sx * sy);
    xz += weight * (ax * az + bx * bz + cx * cz + sx * sz);
    yy += weight * (ay * ay + by * by + cy * cy + sy * sy);
    yz += weight * (ay * az + by * bz + cy * cz + sy * sz);
    zz += weight * (az * az + bz * bz + cz * cz + sz * sz);
  }
  if (!(area > 0)) return null;
  const [mx, my, mz] = [x / area / 3, y / area / 3, z / area / 3];
  const variance = (products: number, one: number, other: number) => products / 12 / area - one * other;
  const principal = eigenvalues([
    ...[variance(xx, mx, mx), variance(xy, mx, my), variance(xz, mx, mz)],
    ...[variance(yy, my, my), variance(yz, my, mz), variance(zz, mz, mz)],
  ]);
  return principal[0] > 0 ? { area, centroid: [mx + ox, my + oy, mz + oz], principal } : null;
}

/**
 * The eigenvalues of a symmetric matrix [xx, xy, xz, yy, yz, zz], the largest first, none below 0: the trigonometric solution of
 * O. K. Smith, "Eigenvalues of a symmetric 3 × 3 matrix", Communications of the ACM 4 (1961).
 */
function eigenvalues(matrix: readonly number[]): [number, number, number] {
  const [xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0] = matrix;
  const mean = (xx + yy + zz) / 3;
  const [x, y, z] = [xx - mean, yy - mean, zz - mean];
  const size = Math.sqrt((x * x + y * y + z * z + 2 * (xy * xy + xz * xz + yz * yz)) / 6);
  if (size === 0) return [mean, mean, mean];
  const determinant = x * (y * z - yz * yz) - xy * (xy * z - yz * xz) + xz * (xy * yz - y * xz);
  const angle = Math.acos(Math.max(-1, Math.min(1, determinant / (2 * size ** 3)))) / 3;
  const largest = mean + 2 * size * Math.cos(angle);
  const smallest = mean + 2 * size * Math.cos(angle + (2 * Math.PI) / 3);
  return [largest, Math.max(0, 3 * mean - largest - smallest), Math.max(0, smallest)];
}
