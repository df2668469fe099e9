import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureMesh } from '../../src/mesh/measure.ts';
import { COMPARED_SHELLS } from '../../src/mesh/shells.ts';
import { cornersOf, weld } from '../../src/mesh/weld.ts';
import { box } from './shapes.ts';

const side = fc.integer({ min: 1, max: 500 });

describe('measureMesh', () => {
  it('measures a box', () => {
    expect(measureMesh(new Float32Array(box(10, 20, 30)))).toEqual({
      size: { x: 10, y: 20, z: 30 },
      volumeMl: 6,
      triangles: 12,
      watertight: true,
      shells: 1,
      pieces: 1,
      manifold: true,
      openEdges: 0,
      crowdedEdges: 0,
      flippedEdges: 0,
      degenerate: 0,
      insideOut: false,
    });
  });

  it('measures the same for any position, triangle orientation and order', () => {
    const place = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(
        side,
        side,
        side,
        fc.tuple(place, place, place),
        fc.boolean(),
        fc.nat(11),
        (x, y, z, at, inside, turn) => {
          const corners = box(x, y, z, at);
          const triangles = Array.from({ length: 12 }, (_, index) => corners.slice(index * 9, index * 9 + 9));
          const turned = [...triangles.slice(turn), ...triangles.slice(0, turn)].map((nine) =>
            inside ? [...nine.slice(3, 6), ...nine.slice(0, 3), ...nine.slice(6)] : nine,
          );
          const facts = measureMesh(new Float32Array(turned.flat()));
          expect(facts.size).toEqual({ x, y, z });
          expect(facts.volumeMl).toBeCloseTo((x * y * z) / 1000, 6);
          expect([facts.watertight, facts.shells, facts.insideOut]).toEqual([true, 1, inside]);
        },
      ),
    );
  });

  it('counts separate pieces as shells, and pieces with a shared corner as one', () => {
    const apart = [...box(1, 1, 1), ...box(1, 1, 1, [5, 0, 0]), ...box(1, 1, 1, [0, 0, 9])];
    expect(measureMesh(new Float32Array(apart))).toMatchObject({ shells: 3, watertight: true });
    const touching = [...box(1, 1, 1), ...box(1, 1, 1, [1, 1, 1])];
    expect(measureMesh(new Float32Array(touching))).toMatchObject({ shells: 1, watertight: true });
  });

  it('calls two boxes that meet along an edge closed', () => {
    const meeting = [...box(1, 1, 1), ...box(1, 1, 1, [1, 1, 0])];
    const crowded = { watertight: true, manifold: false, crowdedEdges: 1, openEdges: 0, flippedEdges: 0 };
    expect(measureMesh(new Float32Array(meeting))).toMatchObject(crowded);
  });

  it('counts a fin on a box as one crowded and two open edges, and the mesh as open', () => {
    const fin = [0, 0, 0, 3, 0, 0, 9, 9, 9];
    const facts = measureMesh(new Float32Array([...box(3, 3, 3), ...fin]));
    expect(facts).toMatchObject({ watertight: false, manifold: false, crowdedEdges: 1, openEdges: 2 });
  });

  it('counts pieces by touching boxes: a held sword is no piece of its own, a spare one is', () => {
    const pieces = (...boxes: number[][]) => measureMesh(new Float32Array(boxes.flat())).pieces;
    const body = box(10, 10, 30);
    const sword = box(1, 20, 1, [5, 5, 15.5]);
    const spare = box(1, 20, 1, [5, 50, 0]);
    expect(pieces(body, sword)).toBe(1);
    expect(pieces(body, spare)).toBe(2);
    expect(pieces(body, sword, spare, box(1, 1, 1, [5, 60, 0.5]))).toBe(2);
    const dust = Array.from({ length: COMPARED_SHELLS }, (_, n) => box(1, 1, 1, [3 * n, 0, 0]));
    expect(pieces(...dust)).toBe(COMPARED_SHELLS);
    expect(
      pieces(
        body.map((value) => value - 90),
        ...dust,
      ),
    ).toBeNull();
  });

  it('counts every kind of edge like a naive count', () => {
    const triangle = fc.array(fc.nat(7), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(triangle, { maxLength: 80 }), (triangles) => {
        // Eight points, no three collinear, so that triangles are degenerate only with a repeated corner.
        const corners = triangles.flat().flatMap((place) => [place, place ** 2, place ** 3]);
        const walks = new Map<string, number[]>();
        for (const [a = 0, b = 0, c = 0] of triangles)
          for (const [from, to] of [
            [a, b],
            [b, c],
            [c, a],
          ] as const)
            if (from !== to) {
              const key = `${Math.min(from, to)} ${Math.max(from, to)}`;
              walks.set(key, [...(walks.get(key) ?? []), from < to ? 1 : -1]);
            }
        const edges = [...walks.values()].map((walk) => ({
          of: walk.length,
          sum: walk.reduce((a, b) => a + b),
        }));
        const expected = {
          openEdges: edges.filter((edge) => edge.of === 1).length,
          crowdedEdges: edges.filter((edge) => edge.of > 2).length,
          flippedEdges: edges.filter((edge) => edge.of === 2 && edge.sum !== 0).length,
          manifold: edges.every((edge) => edge.of <= 2),
          watertight: triangles.length > 0 && edges.every((edge) => edge.sum === 0),
          degenerate: triangles.filter((triangle) => new Set(triangle).size < 3).length,
        };
        expect(measureMesh(new Float32Array(corners))).toMatchObject(expected);
      }),
    );
  });

  it('calls no open mesh inside out: which side is inside is not known', () => {
    const inwards = box(10, 20, 30).reduce<number[][]>((triangles, value, at) => {
      if (at % 9 === 0) triangles.push([]);
      triangles.at(-1)?.push(value);
      return triangles;
    }, []);
    const turned = inwards.map((nine) => [...nine.slice(3, 6), ...nine.slice(0, 3), ...nine.slice(6)]);
    expect(measureMesh(new Float32Array(turned.flat()))).toMatchObject({ watertight: true, insideOut: true });
    for (let gone = 0; gone < turned.length; gone++) {
      const open = turned.filter((_, at) => at !== gone).flat();
      expect(measureMesh(new Float32Array(open))).toMatchObject({ watertight: false, insideOut: false });
    }
  });

  it('detects any missing or flipped triangle', () => {
    const whole = box(10, 20, 30);
    for (let triangle = 0; triangle < 12; triangle++) {
      const at = triangle * 9;
      const missing = [...whole.slice(0, at), ...whole.slice(at + 9)];
      expect(measureMesh(new Float32Array(missing))).toMatchObject({ watertight: false, openEdges: 3 });
      const nine = whole.slice(at, at + 9);
      const turned = [...nine.slice(3, 6), ...nine.slice(0, 3), ...nine.slice(6)];
      expect(measureMesh(new Float32Array([...missing, ...turned]))).toMatchObject({
        watertight: false,
        manifold: true,
        openEdges: 0,
        flippedEdges: 3,
        insideOut: false,
      });
    }
  });

  it('treats -0 and 0 as equal', () => {
    const corners = new Float32Array(
      box(2, 2, 2).map((value, index) => (value === 0 && index % 2 ? -0 : value)),
    );
    expect(measureMesh(corners)).toMatchObject({ watertight: true, shells: 1 });
  });

  it('ignores degenerate triangles', () => {
    const corners = new Float32Array([...box(2, 2, 2), 0, 0, 0, 2, 0, 0, 2, 0, 0]);
    expect(measureMesh(corners)).toMatchObject({
      triangles: 13,
      watertight: true,
      shells: 1,
      degenerate: 1,
    });
  });

  it('handles an empty mesh', () => {
    expect(measureMesh(new Float32Array(0))).toMatchObject({
      size: { x: 0, y: 0, z: 0 },
      volumeMl: 0,
      triangles: 0,
      watertight: false,
      shells: 0,
    });
  });
});

describe('weld', () => {
  it('keeps every triangle and lists each position once', () => {
    const coordinate = fc.integer({ min: -4, max: 4 });
    const corners = fc
      .array(fc.array(coordinate, { minLength: 9, maxLength: 9 }), { maxLength: 900 })
      .map((triangles) => new Float32Array(triangles.flat()));
    fc.assert(
      fc.property(corners, (given) => {
        const mesh = weld(given);
        expect(cornersOf(mesh)).toEqual(given);
        const places = Array.from({ length: mesh.vertices.length / 3 }, (_, vertex) =>
          mesh.vertices.slice(vertex * 3, vertex * 3 + 3).join(),
        );
        expect(new Set(places).size).toBe(places.length);
      }),
    );
  });

  it('keeps its positions while it grows', () => {
    const given = Float32Array.from({ length: 90_000 }, (_, at) => (at % 7) * 1000 + Math.floor(at / 3));
    expect(cornersOf(weld(given))).toEqual(given);
  });
});
