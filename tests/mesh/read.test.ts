import { describe, expect, it } from 'vitest';
import { MODEL_FORMATS } from '../../src/domain/assets/file-kind.ts';
import { MODEL_KINDS, modelKindOf, readModel } from '../../src/mesh/read.ts';
import { writeStl } from '../../src/mesh/stl.ts';
import { aZip } from './a-zip.ts';
import { box, meshXml, objText } from './shapes.ts';

const corners = box(1, 2, 3);
const text = (words: string) => new TextEncoder().encode(words);
const stl = writeStl(new Float32Array(corners), 'a box');
const obj = text(objText(corners));
const threeMf = aZip([
  {
    name: '3D/3dmodel.model',
    text: `<model><resources><object id="1">${meshXml(corners)}</object></resources><build><item objectid="1"/></build></model>`,
  },
]);

describe('modelKindOf', () => {
  it('knows every format that may be uploaded as a model', () => {
    expect(MODEL_KINDS.map((kind) => kind.toUpperCase())).toEqual(MODEL_FORMATS);
  });

  it.each([
    ['a.stl', 'stl'],
    ['A.STL', 'stl'],
    ['a.b.obj', 'obj'],
    ['a.3mf', '3mf'],
    ['a.glb', 'glb'],
    ['a.PLY', 'ply'],
    ['a.gltf', null],
    ['a.stl.zip', null],
    ['stl', null],
    ['a.stl ', null],
    ['a.3mf/', null],
    ['', null],
  ])('%j: %s', (name, kind) => {
    expect(modelKindOf(name)).toBe(kind);
  });
});

describe('readModel', () => {
  it('reads the same triangles from each kind', () => {
    const expected = new Float32Array(corners);
    expect(readModel(stl, 'stl')).toEqual(expected);
    expect(readModel(obj, 'obj')).toEqual(expected);
    expect(readModel(threeMf, '3mf')).toEqual(expected);
  });

  it.each([
    ['a 3MF named STL', threeMf, 'stl', 'model-kind-mismatch'],
    ['a 3MF named OBJ', threeMf, 'obj', 'model-kind-mismatch'],
    ['a binary STL named 3MF', stl, '3mf', 'model-kind-mismatch'],
    ['an OBJ named 3MF', obj, '3mf', 'model-kind-mismatch'],
    ['a text STL named OBJ', text('solid x'), 'obj', 'model-kind-mismatch'],
    ['a binary STL named OBJ', stl, 'obj', 'obj-unreadable'],
    ['an OBJ named STL', obj, 'stl', 'stl-unreadable'],
    ['an STL named GLB', stl, 'glb', 'model-kind-mismatch'],
    ['an OBJ named PLY', obj, 'ply', 'model-kind-mismatch'],
    ['an empty GLB', new Uint8Array(0), 'glb', 'glb-empty'],
    ['an empty PLY', new Uint8Array(0), 'ply', 'ply-empty'],
    ['an empty STL', new Uint8Array(0), 'stl', 'stl-empty'],
    ['an empty OBJ', new Uint8Array(0), 'obj', 'obj-empty'],
    ['an empty 3MF', new Uint8Array(0), '3mf', '3mf-damaged'],
  ] as const)('refuses %s', (_what, bytes, kind, refusal) => {
    expect(readModel(bytes, kind)).toBe(refusal);
  });

  it('reads a binary STL whose title starts like a zip', () => {
    const odd = stl.slice();
    odd.set([0x50, 0x4b, 0x03, 0x04]);
    expect(readModel(odd, 'stl')).toEqual(new Float32Array(corners));
  });

  it('applies the limit to each kind', () => {
    const answers = [readModel(stl, 'stl', 11), readModel(obj, 'obj', 11), readModel(threeMf, '3mf', 11)];
    expect(answers).toEqual(['stl-too-many-triangles', 'obj-too-many-triangles', '3mf-too-many-triangles']);
  });
});
