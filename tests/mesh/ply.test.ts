import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPly } from '../../src/mesh/ply.ts';
import { box, plyText } from './shapes.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readPly(bytesOf(text));

const header = (faces: number, more = '') =>
  `ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n${more}element face ${faces}\nproperty list uchar int vertex_indices\nend_header\n`;
const square = '0 0 0\n2 0 0\n2 2 0\n0 2 0\n';
const halves = new Float32Array([0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 0, 0, 2, 2, 0, 0, 2, 0]);

/** The square as a binary PLY with colours, normals in double precision, and an element that nobody knows. */
function binary(isLittle: boolean): Uint8Array {
  const head = bytesOf(
    [
      'ply',
      `format binary_${isLittle ? 'little' : 'big'}_endian 1.0`,
      'element vertex 4',
      'property double nx',
      'property float x',
      'property float y',
      'property float z',
      'property uchar red',
      'element weight 2',
      'property list ushort short values',
      'element face 1',
      'property uchar flags',
      'property list uint8 uint32 vertex_index',
      'end_header\n',
    ].join('\r\n'),
  );
  const view = new DataView(new ArrayBuffer(4 * 21 + 2 * 4 + 1 + 1 + 16));
  let at = 0;
  for (const [x, y] of [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ] as const) {
    view.setFloat64(at, 0.5, isLittle);
    view.setFloat32(at + 8, x, isLittle);
    view.setFloat32(at + 12, y, isLittle);
    view.setUint8(at + 20, 200);
    at += 21;
  }
  for (let row = 0; row < 2; row++, at += 4) {
    view.setUint16(at, 1, isLittle);
    view.setInt16(at + 2, -7, isLittle);
  }
  view.setUint8(at + 1, 4);
  for (let corner = 0; corner < 4; corner++) view.setUint32(at + 2 + corner * 4, corner, isLittle);
  return new Uint8Array([...head, ...new Uint8Array(view.buffer)]);
}

describe('readPly', () => {
  it('reads triangles and polygons of a text', () => {
    expect(read(`${header(2)}${square}3 0 1 2\n3 0 2 3`)).toEqual(halves);
    expect(read(`${header(1)}${square}4 0 1 2 3`)).toEqual(halves);
    expect(read(`${header(1)}${square}4 0 1 2 3`.replaceAll('\n', '\r\n'))).toEqual(halves);
    expect(read(plyText(box(1, 2, 3)))).toEqual(new Float32Array(box(1, 2, 3)));
  });

  it.each([
    ['little', true],
    ['big', false],
  ])(
    'reads a binary file of %s byte order with properties and elements it does not need',
    (_what, isLittle) => {
      expect(readPly(binary(isLittle))).toEqual(halves);
    },
  );

  it('says that a binary file is cut off, wherever it ends', () => {
    const whole = binary(true);
    for (let length = whole.length - 100; length < whole.length; length++)
      expect(readPly(whole.subarray(0, length))).toBe('ply-cut-off');
  });

  it.each([
    ['nothing', 'ply-empty', ''],
    ['points without faces, as a scanner makes them', 'ply-empty', `${header(0)}${square}`],
    ['faces of lines only', 'ply-empty', `${header(1)}${square}2 0 1`],
    ['another word', 'ply-unreadable', 'plywood\nformat ascii 1.0\nend_header\n'],
    ['a header without an end', 'ply-unreadable', 'ply\nformat ascii 1.0\n'],
    ['a header without a format', 'ply-unreadable', 'ply\nend_header\n'],
    ['an unknown type', 'ply-unreadable', header(1).replace('float x', 'quad x')],
    ['the type __proto__', 'ply-unreadable', header(1).replace('float x', '__proto__ x')],
    ['no z', 'ply-unreadable', `${header(1).replace('float z', 'float height')}${square}3 0 1 2`],
    [
      'faces without corners',
      'ply-unreadable',
      `${header(1).replace('vertex_indices', 'other')}${square}1 0`,
    ],
    ['a list of half a corner', 'ply-unreadable', `${header(1)}${square}2.5 0 1 2`],
    ['a list of fewer corners than none', 'ply-unreadable', `${header(1)}${square}-1`],
    ['fewer vertices than it counts', 'ply-cut-off', `${header(1)}0 0 0\n`],
    ['a vertex that is not there', 'ply-index', `${header(1)}${square}3 0 1 4`],
    ['a negative index', 'ply-index', `${header(1)}${square}3 0 1 -1`],
    ['an index beyond 32 bits', 'ply-index', `${header(1)}${square}3 0 1 4294967296`],
    ['not a number', 'ply-not-finite', `${header(1)}0 0 nan\n0 0 0\n0 0 0\n0 0 0\n3 0 1 2`],
    ['a number beyond 32 bits', 'ply-not-finite', `${header(1)}0 0 1e39\n0 0 0\n0 0 0\n0 0 0\n3 0 1 2`],
  ])('refuses %s', (_what, refusal, text) => {
    expect(read(text)).toBe(refusal);
  });

  it.each([
    ['rows of nothing', header(1, 'element ghost 9999999999\n'), halves],
    ['rows that are not there', header(1, 'element ghost 9999999999\nproperty int a\n'), 'ply-cut-off'],
    ['lists without end', header(1, 'element ghost 1\nproperty list float uchar a\n'), 'ply-cut-off'],
  ])('a count of billions costs no more than the file has bytes: %s', (_what, head, answer) => {
    const ghost = head.includes('list float') ? '1e15\n' : '';
    expect(read(`${head}${square}${ghost}4 0 1 2 3`)).toEqual(answer);
  });

  it('refuses more triangles than the limit, and too many vertices', () => {
    expect(readPly(bytesOf(`${header(1)}${square}4 0 1 2 3`), 1)).toBe('ply-too-many-triangles');
    expect(readPly(bytesOf(plyText(box(1, 2, 3))), 11)).toBe('ply-too-many-triangles');
    expect(readPly(bytesOf(`${header(1)}${square}4 0 1 2 3`), 2)).toEqual(halves);
  });

  it('reads lines with more values than the header names, as MeshLab writes them', () => {
    const more = '0 0 0 255 1\n2 0 0 255 1\n2 2 0 255 1\n0 2 0 255 1\n';
    expect(read(`${header(2)}${more}3 0 1 2 9 9\n3 0 2 3 9 9\n`)).toEqual(halves);
    // Three values more make a vertex of their own: only what is left at the end tells.
    const shifted = '0 0 0 2 0 0\n2 0 0 2 0 0\n2 2 0 2 0 0\n0 2 0 2 0 0\n';
    expect(read(`${header(2)}${shifted}3 0 1 2\n3 0 2 3\n`)).toEqual(halves);
    // Rows that go over several lines stay what they are.
    expect(read(`${header(2)}${square.replaceAll(' ', '\n')}3 0 1\n2 3 0 2 3`)).toEqual(halves);
    expect(read(`${header(2)}${more}3 0 1 7 9\n3 0 2 3 9\n`)).toMatch(/^ply-(index|cut-off)$/);
  });

  it('reads strips of triangles, each turned as it is seen from outside', () => {
    const strips = header(0).replace(
      'element face 0\nproperty list uchar int vertex_indices',
      'element tristrips 1\nproperty list int int vertex_indices',
    );
    // 1-2-0-3 is the square: 1 2 0, and the second one turned: 0 2 3.
    const [a, b, c, d] = [
      [0, 0, 0],
      [2, 0, 0],
      [2, 2, 0],
      [0, 2, 0],
    ] as const;
    expect(read(`${strips}${square}4 1 2 0 3`)).toEqual(Float32Array.from([b, c, a, a, c, d].flat()));
    // -1 ends a strip, and the next one begins unturned; a corner that stands twice makes no triangle.
    expect(read(`${strips}${square}8 0 1 2 -1 0 2 3 -1`)).toEqual(halves);
    expect(read(`${strips}${square}6 0 1 2 2 -1 0`)).toEqual(halves.subarray(0, 9));
    expect(read(`${strips}${square}4 0 1 2 9`)).toBe('ply-index');
    expect(readPly(bytesOf(`${strips}${square}4 1 2 0 3`), 1)).toBe('ply-too-many-triangles');
  });

  it('never throws for any bytes', () => {
    const words = fc.constantFrom('0', '1', '3', '-1', '4', 'nan', '\n', '1e9', '\0', 'end_header');
    const hostile = fc.oneof(
      fc
        .uint8Array({ maxLength: 300 })
        .map((bytes) => new Uint8Array([...binary(true).subarray(0, 330), ...bytes])),
      fc.array(words).map((list) => bytesOf(`${header(3)}${list.join(' ')}`)),
    );
    fc.assert(
      fc.property(hostile, (bytes) => {
        const answer = readPly(bytes);
        if (typeof answer !== 'string') expect(answer.every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
