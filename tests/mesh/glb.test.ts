import { Document, NodeIO, Primitive, type TypedArray } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGlb } from '../../src/mesh/glb.ts';
import { measureMesh } from '../../src/mesh/measure.ts';
import { weld } from '../../src/mesh/weld.ts';
import { packModel } from '../../src/server/adapters/mesh/model-glb.ts';
import { box } from './shapes.ts';

/** glTF has metres with y up: a box 1 m across, 3 m tall and 2 m deep. */
const corners = new Float32Array(box(1, 3, 2));

function scene(positions: TypedArray = corners) {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = document.createAccessor().setType('VEC3').setArray(positions).setBuffer(buffer);
  const primitive = document.createPrimitive().setAttribute('POSITION', accessor);
  const mesh = document.createMesh().addPrimitive(primitive);
  const node = document.createNode().setMesh(mesh);
  const plate = document.createScene().addChild(node);
  const indexed = (indices: TypedArray) =>
    primitive.setIndices(document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(buffer));
  const write = () =>
    new NodeIO().registerExtensions([KHRMeshQuantization, EXTMeshoptCompression]).writeBinary(document);
  return { document, buffer, accessor, primitive, mesh, node, plate, indexed, write };
}

function facts(answer: ReturnType<typeof readGlb>) {
  if (typeof answer === 'string') throw new Error(answer);
  return measureMesh(answer);
}

/** The same GLB with fields of its description changed, by list and place; more entries are added. */
function described(glb: Uint8Array, changes: Record<string, object[]>): Uint8Array {
  const length = new DataView(glb.buffer, glb.byteOffset, glb.length).getUint32(12, true);
  const json: Record<string, object[]> = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)));
  for (const [list, entries] of Object.entries(changes))
    json[list] = entries.map((entry, at) => ({ ...json[list]?.[at], ...entry }));
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padding = new Uint8Array((4 - (text.length % 4)) % 4).fill(32);
  const changed = new Uint8Array([...glb.subarray(0, 20), ...text, ...padding, ...glb.subarray(20 + length)]);
  const view = new DataView(changed.buffer);
  view.setUint32(8, changed.length, true);
  view.setUint32(12, text.length + padding.length, true);
  return changed;
}

describe('readGlb', () => {
  it('turns metres with y up into millimetres with z up', async () => {
    expect(facts(readGlb(await scene().write()))).toMatchObject({
      size: { x: 1000, y: 2000, z: 3000 },
      triangles: 12,
      watertight: true,
      insideOut: false,
    });
  });

  it.each([
    ['8', (list: number[]) => Uint8Array.from(list)],
    ['16', (list: number[]) => Uint16Array.from(list)],
    ['32', (list: number[]) => Uint32Array.from(list)],
  ])('reads indices of %s bits', async (_bits, of) => {
    const { vertices, indices } = weld(corners);
    const made = scene(vertices);
    made.indexed(of([...indices]));
    expect(facts(readGlb(await made.write()))).toMatchObject({ triangles: 12, watertight: true });
  });

  it('reads chunks that are not filled up to four bytes, as old exporters write them', async () => {
    const glb = described(await scene().write(), {});
    const view = new DataView(glb.buffer, glb.byteOffset, glb.length);
    const length = view.getUint32(12, true);
    const text = new TextDecoder().decode(glb.subarray(20, 20 + length)).trimEnd();
    for (const spaces of [0, 1, 2, 3]) {
      const json = new TextEncoder().encode(text + ' '.repeat(spaces));
      const odd = new Uint8Array([...glb.subarray(0, 20), ...json, ...glb.subarray(20 + length)]);
      const oddView = new DataView(odd.buffer);
      oddView.setUint32(8, odd.length, true);
      oddView.setUint32(12, json.length, true);
      expect(facts(readGlb(odd)), `${json.length % 4}`).toMatchObject({ triangles: 12, watertight: true });
    }
  });

  it('reads strips and fans with the same side out', async () => {
    // Four sides of a square: as a strip 0 1 3 2, as a fan 0 1 2 3.
    const square = new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    const answers = [];
    for (const [mode, order] of [
      [Primitive.Mode.TRIANGLE_STRIP, [0, 1, 3, 2]],
      [Primitive.Mode.TRIANGLE_FAN, [0, 1, 2, 3]],
    ] as const) {
      const made = scene(square);
      made.primitive.setMode(mode ?? 0);
      made.indexed(Uint8Array.from(order));
      const read = readGlb(await made.write());
      if (typeof read === 'string') throw new Error(read);
      // Every triangle of the square faces down y once it lies in its plane: the sign of its area.
      const areas = [0, 9].map((at) => {
        const [ax = 0, , az = 0, bx = 0, , bz = 0, cx = 0, , cz = 0] = read.subarray(at, at + 9);
        return Math.sign((bx - ax) * (cz - az) - (bz - az) * (cx - ax));
      });
      answers.push(areas);
    }
    expect(answers).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('applies the transforms of nodes, and keeps a mirrored one right side out', async () => {
    const made = scene();
    made.plate.removeChild(made.node);
    const turned = made.document
      .createNode()
      .setTranslation([5, 0, 0])
      .setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2]);
    made.plate.addChild(turned.addChild(made.node.setScale([-2, 1, 1])));
    expect(facts(readGlb(await made.write()))).toMatchObject({
      size: { x: 3000, y: 2000, z: 2000 },
      watertight: true,
      insideOut: false,
    });
  });

  it('reads rounded coordinates', async () => {
    const made = scene(Int16Array.from(corners, (value) => value * 10_000));
    made.accessor.setNormalized(true);
    made.document.createExtension(KHRMeshQuantization).setRequired(true);
    const { size } = facts(readGlb(await made.write()));
    expect(size.z / size.x).toBeCloseTo(3, 5);
    expect(size.x).toBeCloseTo((10_000 / 32_767) * 1000, 1);
  });

  it('says which kind of GLB it cannot read', async () => {
    expect(readGlb(await packModel(weld(corners), 'box'))).toBe('glb-compressed');

    const rigged = scene();
    rigged.node.setSkin(rigged.document.createSkin().addJoint(rigged.document.createNode()));
    expect(readGlb(await rigged.write())).toBe('glb-posed');

    const draco = described(await scene().write(), {
      meshes: [
        { primitives: [{ attributes: { POSITION: 0 }, extensions: { KHR_draco_mesh_compression: {} } }] },
      ],
    });
    expect(readGlb(draco)).toBe('glb-compressed');
    const elsewhere = described(await scene().write(), { buffers: [{ uri: 'other.bin' }] });
    expect(readGlb(elsewhere)).toBe('glb-external');

    const lines = scene();
    lines.primitive.setMode(Primitive.Mode['LINES'] ?? 1);
    expect(readGlb(await lines.write())).toBe('glb-empty');
    expect(readGlb(await scene(Float32Array.from(corners, () => Number.NaN)).write())).toBe('glb-not-finite');
    const beyond = scene();
    beyond.indexed(Uint16Array.from([0, 1, 999]));
    expect(readGlb(await beyond.write())).toBe('glb-unreadable');
  });

  it('says that a file is cut off, wherever it ends behind its header', async () => {
    const whole = await scene().write();
    for (let length = 20; length < whole.length; length += 7)
      expect(readGlb(whole.subarray(0, length))).toBe('glb-cut-off');
  });

  it('a node that contains itself, and one with two parents, end', async () => {
    const whole = await scene().write();
    const circle = described(whole, { nodes: [{ children: [0] }] });
    expect(readGlb(circle)).toBe('glb-unreadable');
    const shared = described(whole, { scenes: [{ nodes: [0, 0] }] });
    expect(readGlb(shared)).toBe('glb-unreadable');
  });

  it('refuses more triangles than the limit before they are built', async () => {
    const many = described(await scene().write(), {
      nodes: Array.from({ length: 1000 }, () => ({ mesh: 0 })),
      scenes: [{ nodes: Array.from({ length: 1000 }, (_, at) => at) }],
    });
    expect(readGlb(many, 11_999)).toBe('glb-too-many-triangles');
    expect(readGlb(many, 12_000)).toHaveLength(12_000 * 9);
  });

  it('never throws, whatever the description says', async () => {
    const whole = await scene().write();
    const places = [
      ['scenes', 'nodes'],
      ['nodes', 'mesh'],
      ['nodes', 'matrix'],
      ['nodes', 'scale'],
      ['nodes', 'children'],
      ['meshes', 'primitives'],
      ['meshes', 'weights'],
      ['accessors', 'count'],
      ['accessors', 'type'],
      ['accessors', 'componentType'],
      ['accessors', 'bufferView'],
      ['bufferViews', 'byteStride'],
      ['bufferViews', 'byteOffset'],
      ['bufferViews', 'byteLength'],
      ['bufferViews', 'extensions'],
      ['buffers', 'uri'],
    ] as const;
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue({ maxDepth: 2 }), ([list, field], value) => {
        const broken = described(whole, { [list]: [{ [field]: value }] });
        const answer = readGlb(broken, 1000);
        if (typeof answer !== 'string') expect(answer.every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 400 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(typeof readGlb(new Uint8Array([...whole.subarray(0, 20), ...bytes]))).toBe('string');
      }),
    );
  });
});
