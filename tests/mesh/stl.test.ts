import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MODEL_MAX_TRIANGLES, readStl, writeStl } from '../../src/mesh/stl.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const facet = (corners: string) => `
  facet normal 0 0 1
    outer loop
      ${corners}
    endloop
  endfacet`;
const oneFacet = facet('vertex 0 0 0\n vertex 1.5e1 0 0\n vertex 0 -2.25 0');
const oneFacetCorners = [0, 0, 0, 15, 0, 0, 0, -2.25, 0];

const coordinate = fc.float({ noNaN: true, noDefaultInfinity: true });
const corners = fc
  .array(fc.tuple(...Array.from({ length: 9 }, () => coordinate)), { minLength: 1, maxLength: 40 })
  .map((triangles) => new Float32Array(triangles.flat()));

describe('readStl, binary', () => {
  it('reads back what writeStl wrote, bit by bit', () => {
    fc.assert(
      fc.property(corners, (written) => {
        expect(readStl(writeStl(written, 'a test'))).toEqual(written);
      }),
    );
  });

  it('reads a binary file whose title begins with "solid"', () => {
    const bytes = writeStl(new Float32Array(oneFacetCorners), 'x');
    bytes.set(bytesOf('solid made by an old exporter'));
    expect(readStl(bytes)).toEqual(new Float32Array(oneFacetCorners));
  });

  it('reads from the middle of a larger buffer', () => {
    const bytes = writeStl(new Float32Array(oneFacetCorners), 'x');
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 7);
    expect(readStl(larger.subarray(7))).toEqual(new Float32Array(oneFacetCorners));
  });

  it('refuses a file that claims more triangles than it holds, without allocating memory for them', () => {
    const bytes = new Uint8Array(84);
    new DataView(bytes.buffer).setUint32(80, 50_000_000, true);
    expect(readStl(bytes)).toBe('stl-size-mismatch');
    new DataView(bytes.buffer).setUint32(80, 0xffffffff, true);
    expect(readStl(bytes)).toBe('stl-size-mismatch');
  });

  it('refuses a truncated file', () => {
    const whole = writeStl(new Float32Array([...oneFacetCorners, ...oneFacetCorners]), 'x');
    for (let length = 0; length < whole.length; length++) {
      expect(typeof readStl(whole.subarray(0, length))).toBe('string');
    }
  });

  it('a trailing byte does not make a file unreadable, whatever its title is', () => {
    const bytes = writeStl(new Float32Array(oneFacetCorners), 'x');
    for (const title of ['x', 'solid made by an old exporter']) {
      for (const trailing of [1, 2, 49]) {
        const longer = new Uint8Array(bytes.length + trailing).fill(10);
        longer.set(bytes);
        longer.set(bytesOf(title));
        expect(readStl(longer)).toEqual(new Float32Array(oneFacetCorners));
      }
    }
  });

  it('says of a file with more triangles than it counts that it is too long, not cut off', () => {
    const two = writeStl(new Float32Array([...oneFacetCorners, ...oneFacetCorners]), 'x');
    new DataView(two.buffer).setUint32(80, 1, true);
    expect(readStl(two)).toBe('stl-too-long');
  });

  it('says of a binary file that begins with "solid" and is cut off that it is cut off', () => {
    const bytes = writeStl(new Float32Array([...oneFacetCorners, ...oneFacetCorners]), 'x');
    bytes.set(bytesOf('solid made by an old exporter'));
    expect(readStl(bytes.subarray(0, 150))).toBe('stl-size-mismatch');
  });

  it('refuses NaN, infinity and a file without triangles', () => {
    for (const value of [Number.NaN, Infinity, -Infinity]) {
      expect(readStl(writeStl(new Float32Array([...oneFacetCorners.slice(1), value]), 'x'))).toBe(
        'stl-not-finite',
      );
    }
    expect(readStl(new Uint8Array(84))).toBe('stl-empty');
    expect(readStl(new Uint8Array(0))).toBe('stl-empty');
  });

  it('refuses more triangles than the limit', () => {
    const two = writeStl(new Float32Array([...oneFacetCorners, ...oneFacetCorners]), 'x');
    expect(readStl(two, 1)).toBe('stl-too-many-triangles');
    expect(readStl(bytesOf(`solid x${oneFacet}${oneFacet}\nendsolid x`), 1)).toBe('stl-too-many-triangles');
    expect(MODEL_MAX_TRIANGLES).toBeGreaterThanOrEqual(5_000_000);
  });
});

describe('readStl, text', () => {
  it.each([
    ['plainly', `solid name${oneFacet}\nendsolid name`],
    [
      'with words after endloop and endfacet',
      `solid name${oneFacet.replace('endloop', 'endloop of part 1').replace('endfacet', 'endfacet part 1')}\nendsolid name`,
    ],
    ['in capitals', `SOLID NAME${oneFacet.toUpperCase()}\nENDSOLID NAME`],
    ['with Windows line ends', `solid name${oneFacet}\nendsolid name`.replaceAll('\n', '\r\n')],
    ['without a name or an end', `solid${oneFacet}`],
    [
      'with words of the grammar in its name',
      `solid facet vertex 9 9 9 endsolid${oneFacet}\nendsolid facet normal`,
    ],
    ['after a byte order mark', `\uFEFFsolid name${oneFacet}\nendsolid name`],
  ])('reads a file written %s', (_how, text) => {
    expect(readStl(bytesOf(text))).toEqual(new Float32Array(oneFacetCorners));
  });

  it('reads several solids in one file', () => {
    const text = `solid a${oneFacet}\nendsolid a\nsolid b${oneFacet}\nendsolid b`;
    expect(readStl(bytesOf(text))).toEqual(new Float32Array([...oneFacetCorners, ...oneFacetCorners]));
  });

  it('reads the same corners as the binary form', () => {
    fc.assert(
      fc.property(corners, (written) => {
        let text = 'solid x';
        for (let at = 0; at < written.length; at += 9) {
          const vertex = (from: number) => `vertex ${[...written.slice(from, from + 3)].join(' ')}`;
          text += facet([0, 3, 6].map((from) => vertex(at + from)).join('\n'));
        }
        // 'toEqual' distinguishes -0 from 0, and text has no -0.
        expect(readStl(bytesOf(`${text}\nendsolid x`))).toEqual(written.map((value) => value + 0));
      }),
    );
  });

  it.each([
    ['a word where a number belongs', 'stl-unreadable', oneFacet.replace('1.5e1', 'wide')],
    ['an empty facet', 'stl-unreadable', 'facet endfacet'],
    ['four corners', 'stl-unreadable', facet('vertex 0 0 0 vertex 1 0 0 vertex 1 1 0 vertex 0 1 0')],
    ['two numbers to a corner', 'stl-unreadable', oneFacet.replace('1.5e1 0 0', '1.5e1 0')],
    ['not a number', 'stl-not-finite', oneFacet.replace('1.5e1', 'NaN')],
    ['infinity', 'stl-not-finite', oneFacet.replace('1.5e1', '-inf')],
    ['a number beyond 32 bits', 'stl-not-finite', oneFacet.replace('1.5e1', '1e39')],
    ['a number beyond 64 bits', 'stl-not-finite', oneFacet.replace('1.5e1', '1e999')],
    ['no facet', 'stl-empty', ''],
  ])('refuses %s', (_what, refusal, body) => {
    expect(readStl(bytesOf(`solid x\n${body}\nendsolid x`))).toBe(refusal);
  });

  it.each([
    ['a picture', 'stl-unreadable', new Uint8Array([0x89, 0x50, 0x4e, 0x47])],
    ['a page', 'stl-unreadable', bytesOf(`<!doctype html>${' '.repeat(200)}`)],
    ['one endless word', 'stl-unreadable', bytesOf('a'.repeat(100_000))],
    ['an endless name', 'stl-empty', bytesOf('solid '.repeat(80_000))],
    ['an endless row of solids', 'stl-empty', bytesOf('solid\n'.repeat(80_000))],
    ['a facet without end', 'stl-unreadable', bytesOf(`solid\n${'facet normal 0 0 0 '.repeat(80_000)}`)],
    [
      'a number without end',
      'stl-unreadable',
      bytesOf(oneFacet.replace('1.5e1', '1'.repeat(500_000)).replace(/^/, 'solid\n')),
    ],
  ])('answers %s at once', (_what, refusal, bytes) => {
    expect(readStl(bytes)).toBe(refusal);
  });

  it('never throws for any bytes', () => {
    const hostile = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc
        .array(
          fc.constantFrom(
            'solid',
            'facet',
            'normal',
            'outer',
            'loop',
            'vertex',
            '1',
            'nan',
            'endloop',
            'endfacet',
            '\n',
            ' ',
          ),
        )
        .map((words) => bytesOf(`solid\n${words.join(' ')}`)),
    );
    fc.assert(
      fc.property(hostile, (bytes) => {
        const answer = readStl(bytes);
        if (typeof answer !== 'string') {
          expect(answer.length % 9).toBe(0);
          expect(answer.every(Number.isFinite)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('writeStl', () => {
  it('computes outward unit normals', () => {
    const bytes = writeStl(new Float32Array([0, 0, 0, 2, 0, 0, 0, 2, 0]), 'x');
    const view = new DataView(bytes.buffer);
    expect([84, 88, 92].map((at) => view.getFloat32(at, true))).toEqual([0, 0, 1]);
  });

  it('refuses a title that looks like text STL, and incomplete triangles', () => {
    expect(() => writeStl(new Float32Array(9), 'solid rock')).toThrow(RangeError);
    expect(() => writeStl(new Float32Array(9), 'ü')).toThrow(RangeError);
    expect(() => writeStl(new Float32Array(8), 'x')).toThrow(RangeError);
  });
});
