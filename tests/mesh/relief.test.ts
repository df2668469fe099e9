import { expect, it } from 'vitest';
import { reliefOf } from '../../src/mesh/relief.ts';
import type { WeldedMesh } from '../../src/mesh/weld.ts';

/** A plate of cells of 1 mm, with a ridge along one line and a groove along another. */
function plate(): WeldedMesh & { at: (x: number, y: number) => number } {
  const side = 30;
  const height = (x: number) => (x === 8 ? 1 : x === 20 ? -1 : 0);
  const vertices: number[] = [];
  const indices: number[] = [];
  const at = (x: number, y: number) => y * side + x;
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) vertices.push(x, y, height(x));
  for (let y = 0; y + 1 < side; y++)
    for (let x = 0; x + 1 < side; x++)
      indices.push(at(x, y), at(x + 1, y), at(x, y + 1), at(x, y + 1), at(x + 1, y), at(x + 1, y + 1));
  return { vertices: new Float32Array(vertices), indices: new Uint32Array(indices), at };
}

it('separates raised edges from folds, and ignores even ground', () => {
  const { at, ...mesh } = plate();
  const relief = reliefOf(mesh);
  expect(relief[at(8, 15)]).toBeGreaterThan(0.6);
  expect(relief[at(20, 15)]).toBeLessThan(-0.6);
  expect(Math.abs(relief[at(14, 15)] ?? 1)).toBeLessThan(0.2);
});

it('has a number for every vertex of any mesh', () => {
  const point = reliefOf({ vertices: new Float32Array(9), indices: new Uint32Array([0, 1, 2]) });
  expect([...point]).toEqual([0, 0, 0]);
  expect(reliefOf({ vertices: new Float32Array(0), indices: new Uint32Array(0) })).toHaveLength(0);
});
