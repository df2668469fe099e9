import { expect, it } from 'vitest';
import { creased } from '../../src/mesh/creases.ts';
import { weld } from '../../src/mesh/weld.ts';
import { box } from './shapes.ts';

/** A wall of two squares, the second bent away by some degrees. */
function bent(degrees: number) {
  const x = 1 + Math.cos((degrees * Math.PI) / 180);
  const z = Math.sin((degrees * Math.PI) / 180);
  return weld(
    new Float32Array(
      [
        [0, 0, 0, 1, 0, 0, 1, 1, 0],
        [0, 0, 0, 1, 1, 0, 0, 1, 0],
        [1, 0, 0, x, 0, z, x, 1, z],
        [1, 0, 0, x, 1, z, 1, 1, 0],
      ].flat(),
    ),
  );
}

it('keeps the edges of a box sharp', () => {
  const { normals, positions } = creased(weld(new Float32Array(box(1, 2, 3))), 40);
  expect(positions).toEqual(new Float32Array(box(1, 2, 3)));
  for (let at = 0; at < normals.length; at += 3)
    expect([...normals.subarray(at, at + 3)].map(Math.abs).sort()).toEqual([0, 0, 1]);
});

it('smooths slight bends to the mean of both sides', () => {
  const edge = (degrees: number) => {
    const { normals } = creased(bent(degrees), 40);
    // The second corner of the first triangle is on the bend.
    return [...normals.subarray(3, 6)].map((value) => Math.round(value * 1000) / 1000 + 0);
  };
  expect(edge(30)[0]).toBeLessThan(-0.1);
  expect(edge(60)).toEqual([0, 0, 1]);
});

it('handles empty meshes and triangles without area', () => {
  expect(creased(weld(new Float32Array(0)), 40).normals).toHaveLength(0);
  const { normals } = creased(weld(new Float32Array([1, 1, 1, 2, 2, 2, 1, 1, 1])), 40);
  expect([...normals].every(Number.isFinite)).toBe(true);
});
