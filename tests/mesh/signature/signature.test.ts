import { MeshoptSimplifier } from 'meshoptimizer';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoStl } from '../../../src/dev/world/models.ts';
import { type MatchKind, type ModelShape, matchKind } from '../../../src/domain/assets/model-match.ts';
import { readModel } from '../../../src/mesh/read.ts';
import { signatureOf } from '../../../src/mesh/signature/signature.ts';
import { type WeldedMesh, weld } from '../../../src/mesh/weld.ts';
import { box } from '../shapes.ts';

const MODELS = [
  ...['chest', 'mimic', 'cellwall', 'tombstones', 'golem'],
  ...['dragon', 'tower', 'tavern', 'sarcophagus', 'geode'],
];
const corners = new Map<string, Float32Array>();
const shapes = new Map<string, ModelShape>();
let files = 0;

/** The shape of a mesh as of a file of its own. */
function shapeOf(mesh: WeldedMesh): ModelShape {
  const signature = signatureOf(mesh);
  if (!signature) throw new Error('This mesh has no area.');
  files += 1;
  return { ...signature, sha256: `file ${files}`, histogram: Array.from(signature.histogram) };
}

/** The triangles turned by three angles, scaled and moved. */
function turned(points: Float32Array, [x, y, z]: readonly number[], scale: number): Float32Array {
  const out = Float32Array.from(points);
  for (const [angle = 0, one, other] of [[x, 1, 2] as const, [y, 2, 0] as const, [z, 0, 1] as const])
    for (let at = 0; at < out.length; at += 3) {
      const [a, b] = [out[at + one] ?? 0, out[at + other] ?? 0];
      out[at + one] = a * Math.cos(angle) - b * Math.sin(angle);
      out[at + other] = a * Math.sin(angle) + b * Math.cos(angle);
    }
  return out.map((value) => value * scale + 40);
}

/** The triangles in reverse order, each begun at another corner. */
function reordered(points: Float32Array): Float32Array {
  const count = points.length / 9;
  const out = new Float32Array(points.length);
  for (let triangle = 0; triangle < count; triangle++)
    for (let corner = 0; corner < 3; corner++) {
      const from = (count - 1 - triangle) * 9 + ((corner + 1) % 3) * 3;
      out.set(points.subarray(from, from + 3), triangle * 9 + corner * 3);
    }
  return out;
}

/** Fewer and other triangles for the same surface: at most `share` of them. */
function meshedAnew(points: Float32Array, share: number): WeldedMesh {
  const { vertices, indices } = weld(points);
  const target = Math.floor((indices.length * share) / 3) * 3;
  const [fewer] = MeshoptSimplifier.simplify(indices, vertices, 3, target, 0.02);
  return { vertices, indices: Uint32Array.from(fewer) };
}

/** Corners of a drum with a wavy wall: 240 triangles. */
function drum(height: number): Float32Array {
  const sides = 60;
  const at = (side: number, z: number) => {
    const around = ((side % sides) / sides) * 2 * Math.PI;
    const radius = 20 + 3 * Math.sin(5 * around) + Math.sin(2 * around);
    return [radius * Math.cos(around), radius * Math.sin(around), z];
  };
  const corners: number[] = [];
  for (let side = 0; side < sides; side++) {
    const [a, b, c, d] = [at(side, 0), at(side + 1, 0), at(side, height), at(side + 1, height)];
    corners.push(...a, ...b, ...c, ...b, ...d, ...c, ...b, ...a, 0, 0, 0, ...c, ...d, 0, 0, height);
  }
  return new Float32Array(corners);
}

const of = (model: string) => {
  const [points, shape] = [corners.get(model), shapes.get(model)];
  if (!points || !shape) throw new Error(`There is no ${model}.`);
  return { points, shape };
};

beforeAll(async () => {
  await MeshoptSimplifier.ready;
  for (const model of MODELS) {
    const points = readModel(await demoStl(model), 'stl');
    if (typeof points === 'string') throw new Error(points);
    corners.set(model, points);
    shapes.set(model, shapeOf(weld(points)));
  }
}, 120_000);

describe('a copy under another file name', () => {
  it('is found rotated and re-meshed; ten different demo models are not', () => {
    const found: string[] = [];
    for (const model of MODELS) {
      const copy = shapeOf(meshedAnew(turned(of(model).points, [0.4, 1.1, 2.3], 1.7), 0.35));
      expect(matchKind(of(model).shape, copy), model).toBe('shape' satisfies MatchKind);
      for (const other of MODELS)
        if (other !== model && matchKind(of(other).shape, copy) !== null) found.push(`${other} ${model}`);
    }
    expect(found).toEqual([]);
  }, 120_000);

  it.each([
    ['turned by a right angle', [Math.PI / 2, 0, 0], 1],
    ['turned anyhow', [0.3, -1.2, 2.9], 1],
    ['turned and in inches', [1, 1, 1], 1 / 25.4],
  ] as const)(
    'the same mesh, %s, has the same connectivity, in any order of triangles',
    (_, angles, scale) => {
      const copy = shapeOf(weld(reordered(turned(of('chest').points, angles, scale))));
      expect(copy.connectivity).toBe(of('chest').shape.connectivity);
      expect(matchKind(of('chest').shape, copy)).toBe('mesh');
    },
  );

  it('of a plain model is found by its mesh, turned and in inches; another model is not', () => {
    const tile = drum(20);
    const plain = shapeOf(weld(tile));
    expect(plain.triangles).toBe(240);
    const copy = shapeOf(weld(reordered(turned(tile, [0.4, 1.1, 2.3], 1 / 25.4))));
    expect(matchKind(plain, copy)).toBe('mesh');
    // Its triangles hang together in the same way.
    const higher = shapeOf(weld(drum(21)));
    expect(higher.connectivity).toBe(plain.connectivity);
    expect(matchKind(plain, higher)).toBeNull();
    const [one, other] = [20, 40].map((mm) => shapeOf(weld(new Float32Array(box(mm, mm, mm)))));
    expect(one && other && matchKind(one, other)).toBeNull();
  });

  it('is found mirrored', () => {
    const mirrored = of('golem').points.map((value, at) => (at % 3 === 0 ? -value : value));
    expect(matchKind(of('golem').shape, shapeOf(weld(mirrored)))).toBe('mesh');
  });
});

it('the same mesh has the same signature each time', () => {
  const mesh = weld(of('tower').points);
  expect(signatureOf(mesh)).toEqual(signatureOf(mesh));
});

it('knows the moments of a box', () => {
  const cube = signatureOf(weld(new Float32Array(box(20, 20, 20, [1000, -500, 3]))));
  expect(cube?.middle).toBeCloseTo(1, 5);
  expect(cube?.smallest).toBeCloseTo(1, 5);
  // Of a surface: (x³yz + …) as two faces at the ends and four along the sides.
  const [x, y, z] = [60, 20, 10];
  const area = 2 * (x * y + y * z + z * x);
  const variance = (along: number, one: number, other: number) =>
    (2 * one * other * (along / 2) ** 2 + 2 * (along * one + along * other) * (along ** 2 / 12)) / area;
  const long = variance(x, y, z);
  const bar = signatureOf(weld(new Float32Array(box(x, y, z))));
  expect(bar?.middle).toBeCloseTo(variance(y, x, z) / long, 5);
  expect(bar?.smallest).toBeCloseTo(variance(z, x, y) / long, 5);
});

it('a mesh without area has no signature', () => {
  expect(signatureOf(weld(new Float32Array([0, 0, 0, 1, 1, 1, 2, 2, 2])))).toBeNull();
  expect(signatureOf(weld(new Float32Array()))).toBeNull();
});
