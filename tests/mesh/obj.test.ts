import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDecimal } from '../../src/mesh/decimal.ts';
import { readObj } from '../../src/mesh/obj.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readObj(bytesOf(text));

const square = 'v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\n';
const halves = new Float32Array([0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 0, 0, 2, 2, 0, 0, 2, 0]);

describe('readObj', () => {
  it.each([
    ['triangles', 'f 1 2 3\nf 1 3 4'],
    ['a polygon, as a fan', 'f 1 2 3 4'],
    ['corners with texture and normal', 'vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3//1 4/1'],
    ['indices counted from the end', 'f -4 -3 -2 -1'],
    ['a line continued in the next', 'f 1 2 \\\n 3 \\\r\n 4'],
    [
      'groups, materials, comments and points',
      'o a\ng b\nusemtl c\n# f 1 2\np 1\nl 1 2\ns off\nf 1 2 3 4 # end',
    ],
    ['tabs and blanks before and after', ' \tf\t1  2\t3 4 '],
  ])('reads %s', (_what, faces) => {
    expect(read(square + faces)).toEqual(halves);
    expect(read(`\uFEFF${square}${faces}`.replaceAll('\n', '\r\n').replaceAll('\r\r', '\r'))).toEqual(halves);
  });

  it('reads faces before their vertices, vertex colours, and any decimal', () => {
    expect(read('f 1 2 3\nv 0 0 0 1 0.5 0\nv 2.5e0 -.5 +1.\nv 1E1 0 0')).toEqual(
      new Float32Array([0, 0, 0, 2.5, -0.5, 1, 10, 0, 0]),
    );
  });

  it.each(['utf-16le', 'utf-16be'])('a text in %s is not refused as unreadable', (encoding) => {
    const text = Buffer.from(`\uFEFF# Größe 4 ж\n${square}f 1 2 3 4\n`, 'utf16le');
    expect(readObj(encoding === 'utf-16le' ? text : text.swap16())).toEqual(halves);
  });

  it('resolves negative indices at the face, not at the end of the file', () => {
    expect(read('v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 9 9 9')).toEqual(
      new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
    );
  });

  it('reads back what was written, bit by bit', () => {
    const coordinate = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    const triangles = fc.array(fc.array(coordinate, { minLength: 9, maxLength: 9 }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(triangles, (written) => {
        const text = written.map((nine, index) => {
          const corner = (at: number) => `v ${nine.slice(at, at + 3).join(' ')}\n`;
          return `${corner(0)}${corner(3)}${corner(6)}f ${index * 3 + 1} ${index * 3 + 2} -1\n`;
        });
        expect(read(text.join(''))).toEqual(new Float32Array(written.flat()));
      }),
    );
  });

  it.each([
    ['nothing', 'obj-empty', ''],
    ['no face', 'obj-empty', square],
    ['only a line and a point', 'obj-empty', `${square}f 1 2\nf 1`],
    ['a face of corners that are not there', 'obj-index', `${square}f 1 2 5`],
    ['a face of the corner 0', 'obj-index', `${square}f 0 1 2`],
    ['an index before the first corner', 'obj-index', `${square}f -5 1 2`],
    ['an index beyond 32 bits', 'obj-index', `${square}f 1 2 99999999999`],
    ['half an index', 'obj-unreadable', `${square}f 1 2 1.5`],
    ['a word for an index', 'obj-unreadable', `${square}f one two three`],
    ['two numbers to a corner', 'obj-unreadable', 'v 1 2\nf 1 1 1'],
    ['a word for a number', 'obj-unreadable', 'v 1 wide 2\nf 1 1 1'],
    ['a number in another base', 'obj-number', 'v 0x10 0 0\nf 1 1 1'],
    ['a number with a sign before its exponent', 'obj-number', 'v 3.1+e2 0 0\nf 1 1 1'],
    ['a number with a comma', 'obj-number', 'v 3,1 0 0\nf 1 1 1'],
    ['not a number', 'obj-not-finite', 'v nan 0 0\nf 1 1 1'],
    ['infinity', 'obj-not-finite', 'v 0 -Infinity 0\nf 1 1 1'],
    ['a number beyond 32 bits', 'obj-not-finite', 'v 0 0 1e39\nf 1 1 1'],
    ['bytes that are no text', 'obj-unreadable', '\0\0\0\0'],
  ])('refuses %s', (_what, refusal, text) => {
    expect(read(text)).toBe(refusal);
  });

  it.each([
    ['one endless word', 'obj-empty', 'a'.repeat(400_000)],
    ['an endless number', 'obj-unreadable', `v ${'1'.repeat(400_000)} 0 0`],
    ['an endless row of continuations', 'obj-empty', `f ${'\\\n'.repeat(200_000)}`],
    ['an endless row of faces without corners', 'obj-empty', 'f\n'.repeat(200_000)],
  ])('answers %s at once', (_what, refusal, text) => {
    expect(read(text)).toBe(refusal);
  });

  it('refuses more triangles than the limit, also in one polygon, and too many vertices', () => {
    expect(readObj(bytesOf(`${square}f 1 2 3 4`), 1)).toBe('obj-too-many-triangles');
    expect(readObj(bytesOf(`${square}f 1 2 3\nf 1 3 4`), 1)).toBe('obj-too-many-triangles');
    expect(readObj(bytesOf(`${square}f 1 2 3`), 1)).toBe('obj-too-many-triangles');
    expect(readObj(bytesOf(`${square}f 1 2 3 4`), 2)).toEqual(halves);
  });

  it('never throws for any bytes', () => {
    const words = fc.constantFrom('v', 'f', '1', '-1', '2/2', '/', 'nan', '\n', '\\', '#', '0', '1e9', '\0');
    const hostile = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.array(words).map((list) => bytesOf(list.join(' '))),
    );
    fc.assert(
      fc.property(hostile, (bytes) => {
        const answer = readObj(bytes);
        if (typeof answer !== 'string') {
          expect(answer.length % 9).toBe(0);
          expect(answer.every(Number.isFinite)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('readDecimal', () => {
  const decimal = (word: string) => {
    const bytes = bytesOf(word);
    return readDecimal(bytes, 0, bytes.length);
  };

  it('reads what Number reads', () => {
    const written = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.tuple(fc.integer(), fc.nat()).map(([whole, part]) => `${whole}.${part}`),
      fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
    );
    fc.assert(
      fc.property(written, (word) => {
        expect(decimal(word)).toBe(Number(word));
      }),
    );
  });

  it.each(['', '-', '.', '+.', '1.2.3', '1e', 'e5', '0x1', ' 1', '1_0', 'nan', 'Infinity', '1'.repeat(65)])(
    'knows that %j is no decimal number',
    (word) => {
      expect(decimal(word)).toBeNaN();
    },
  );
});
