import { expect, it } from 'vitest';
import { skyShade } from '../../src/mesh/shade.ts';
import { weld } from '../../src/mesh/weld.ts';
import { box } from './shapes.ts';

/** Mean shade of the vertices at a height. */
function shadeAt(corners: number[], isThere: (x: number, y: number, z: number) => boolean): number {
  const mesh = weld(new Float32Array(corners));
  const shade = skyShade(mesh);
  const found = [...shade].filter((_, vertex) => {
    const [x = 0, y = 0, z = 0] = mesh.vertices.subarray(vertex * 3);
    return isThere(x, y, z);
  });
  if (found.length === 0) throw new Error('no vertex is there');
  return found.reduce((sum, value) => sum + value, 0) / found.length;
}

it('is bright on top of a box, darker at its foot', () => {
  const top = shadeAt(box(10, 10, 10), (_x, _y, z) => z === 10);
  const foot = shadeAt(box(10, 10, 10), (_x, _y, z) => z === 0);
  expect(top).toBeGreaterThan(200);
  expect(foot).toBeLessThan(top - 30);
});

it('is dark below other surfaces', () => {
  const small = box(10, 10, 10, [10, 10, 0]);
  const roof = box(30, 30, 2, [0, 0, 11]);
  const onTop = (_x: number, _y: number, z: number) => z === 10;
  expect(shadeAt([...small, ...roof], onTop)).toBeLessThan(shadeAt(small, onTop) * 0.6);
});

it('treats noise as bright instead of processing thousands of layers', () => {
  const layers = Array.from({ length: 20_000 }, (_, n) => [
    0,
    0,
    n / 100,
    50,
    1,
    100 - n / 100,
    2,
    60,
    n / 90,
  ]);
  const shade = skyShade(weld(new Float32Array(layers.flat())));
  expect(new Set(shade)).toEqual(new Set([255]));
});

it('gives every vertex a byte, also for empty and degenerate meshes', () => {
  expect(skyShade(weld(new Float32Array(0)))).toHaveLength(0);
  expect(skyShade(weld(new Float32Array([1, 1, 1, 2, 2, 2, 3, 3, 3])))).toHaveLength(3);
});
