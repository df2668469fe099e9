import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureMesh } from '../../src/mesh/measure.ts';
import { readThreeMf, THREE_MF_LIMITS } from '../../src/mesh/three-mf.ts';
import { aZip, type ZipMember } from './a-zip.ts';
import { box, meshXml } from './shapes.ts';

const CORE = 'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"';
const PART = '3D/3dmodel.model';
const unitBox = meshXml(box(1, 2, 3));
const boxObject = `<object id="1">${unitBox}</object>`;

const model = (resources: string, build: string, attributes = CORE) =>
  `<?xml version="1.0"?><model ${attributes}><resources>${resources}</resources><build>${build}</build></model>`;
const packed = (text: string, others: ZipMember[] = []) => aZip([{ name: PART, text }, ...others]);
const read = (resources: string, build: string, attributes?: string) =>
  readThreeMf(packed(model(resources, build, attributes)));

function facts(answer: ReturnType<typeof readThreeMf>) {
  if (typeof answer === 'string') throw new Error(answer);
  return measureMesh(answer);
}

describe('readThreeMf', () => {
  it('reads only what is on the build plate', () => {
    const spare = `<object id="2">${meshXml(box(50, 50, 50))}</object>`;
    expect(facts(read(boxObject + spare, '<item objectid="1"/>'))).toMatchObject({
      size: { x: 1, y: 2, z: 3 },
      triangles: 12,
      watertight: true,
    });
  });

  it.each([
    ['micron', 0.003],
    ['millimeter', 3],
    ['centimeter', 30],
    ['inch', 76.2],
    ['foot', 914.4],
    ['meter', 3000],
  ])('turns a %s into millimetres', (unit, z) => {
    const { size } = facts(read(boxObject, '<item objectid="1"/>', `${CORE} unit="${unit}"`));
    expect(size.z).toBeCloseTo(z, 3);
  });

  it('applies transforms of components, then items', () => {
    const pair =
      '<object id="2"><components><component objectid="1"/>' +
      '<component objectid="1" transform="1 0 0 0 1 0 0 0 1 10 0 0"/></components></object>';
    // Rotated by 90° around z and doubled: the inner translation is rotated and doubled too.
    const item = '<item objectid="2" transform="0 2 0 -2 0 0 0 0 2 0 0 100"/>';
    expect(facts(read(boxObject + pair, item))).toMatchObject({
      size: { x: 4, y: 22, z: 6 },
      triangles: 24,
      shells: 2,
      watertight: true,
    });
  });

  it('keeps a mirrored object right side out, with its full volume', () => {
    const items = '<item objectid="1"/><item objectid="1" transform="-1 0 0 0 1 0 0 0 1 -5 0 0"/>';
    expect(facts(read(boxObject, items)).volumeMl).toBeCloseTo(0.012, 9);
  });

  it('follows the path of a component into another part, as slicers write it', () => {
    const root = model(
      '<object id="9"><components><component p:path="/3D/Objects/Body.model" objectid="1"/></components></object>',
      '<item objectid="9"/>',
      `${CORE} xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"`,
    );
    const body = { name: '3D/Objects/body.model', text: model(boxObject, '') };
    expect(facts(readThreeMf(packed(root, [body])))).toMatchObject({ triangles: 12 });
    expect(readThreeMf(packed(root))).toBe('3mf-unreadable');
  });

  it.each([
    ['production', 'http://schemas.microsoft.com/3dmanufacturing/production/2015/06'],
    ['materials', 'http://schemas.microsoft.com/3dmanufacturing/material/2015/02'],
    ['named sets of triangles', 'http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07'],
  ])('reads a file that requires the extension for %s', (_what, namespace) => {
    const attributes = `${CORE} xmlns:e="${namespace}" requiredextensions=" e "`;
    expect(facts(read(boxObject, '<item objectid="1"/>', attributes))).toMatchObject({ triangles: 12 });
  });

  it('skips an extension that it does not know and that is not required', () => {
    const attributes = `${CORE} xmlns:e="http://example.com/e" recommendedextensions="e" requiredextensions=""`;
    expect(facts(read(boxObject, '<item objectid="1"/>', attributes))).toMatchObject({ triangles: 12 });
  });

  it('finds the root part by the relationships, at any path', () => {
    const rels = (target: string) => ({
      name: '_rels/.rels',
      text: `<Relationships><Relationship Target="/x.png" Type="http://a/thumbnail"/><Relationship Target="${target}" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`,
    });
    const part = { name: 'Else/where.model', text: model(boxObject, '<item objectid="1"/>') };
    expect(facts(readThreeMf(aZip([rels('/Else/where.model'), part])))).toMatchObject({ triangles: 12 });
    expect(readThreeMf(aZip([rels('/none.model'), part]))).toBe('3mf-unreadable');
  });

  it('reads prefixed core elements and skips those of extensions', () => {
    const prefixed = model(boxObject, '<item objectid="1"/>')
      .replaceAll(/<(\/?)(\w)/g, '<$1m:$2')
      .replace('xmlns=', 'xmlns:m=')
      .replace('<m:vertices>', '<m:vertices><s:vertex x="900" y="900" z="900"/>');
    expect(facts(readThreeMf(packed(prefixed)))).toMatchObject({ size: { x: 1, y: 2, z: 3 } });
  });

  it('measures a box the same through any chain of units and shifts', () => {
    const shift = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -100, max: 100 })));
    fc.assert(
      fc.property(fc.array(shift, { minLength: 1, maxLength: 6 }), (shifts) => {
        const chain = shifts.map(
          (by, index) =>
            `<object id="${index + 2}"><components><component objectid="${index + 1}" transform="1 0 0 0 1 0 0 0 1 ${by.join(' ')}"/></components></object>`,
        );
        const found = facts(read(boxObject + chain.join(''), `<item objectid="${shifts.length + 1}"/>`));
        expect(found.size).toEqual({ x: 1, y: 2, z: 3 });
        expect(found.volumeMl).toBeCloseTo(0.006, 9);
      }),
      { numRuns: 30 },
    );
  });
});

describe('readThreeMf refuses', () => {
  const components = (id: number, named: number[]) =>
    `<object id="${id}"><components>${named.map((one) => `<component objectid="${one}"/>`).join('')}</components></object>`;
  const item = '<item objectid="1"/>';
  const triangle = (v1: string) =>
    `<object id="1"><mesh><vertices><vertex x="0" y="0" z="0"/></vertices><triangles><triangle v1="${v1}" v2="0" v3="0"/></triangles></mesh></object>`;
  const LATTICE = `${CORE} xmlns:b="http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02"`;
  const lattice = `<object id="1"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="9" y="0" z="0"/></vertices><triangles/><b:beamlattice radius="1"><b:beams><b:beam v1="0" v2="1"/></b:beams></b:beamlattice></mesh></object>`;
  const required = (namespace: string) => `${CORE} xmlns:e="${namespace}" requiredextensions="e"`;
  const SLICES = required('http://schemas.microsoft.com/3dmanufacturing/slice/2015/07');
  const nested = '<object id="2"><components><component objectid="1"/></components></object>';
  const vertex = (x: string) => triangle('0').replace('x="0"', x);

  it.each([
    ['an empty plate', '3mf-empty', model(boxObject, '')],
    ['an object without triangles', '3mf-empty', model('<object id="1"/>', item)],
    ['a beam lattice, which is something', '3mf-shape', model(lattice, item, LATTICE)],
    ['a lattice in a component', '3mf-shape', model(`${lattice}${nested}`, '<item objectid="2"/>', LATTICE)],
    ['a required lattice', '3mf-shape', model(lattice, item, `${LATTICE} requiredextensions="b"`)],
    ['a required extension that changes the shape', '3mf-extension', model(boxObject, item, SLICES)],
    [
      'a required extension that nobody knows',
      '3mf-extension',
      model(boxObject, item, required('http://example.com/e')),
    ],
    [
      'a required extension, of which only a known one has the name',
      '3mf-extension',
      model(boxObject, item, `${CORE} requiredextensions="production"`),
    ],
    ['an item of an object that is not there', '3mf-unreadable', model(boxObject, '<item objectid="7"/>')],
    ['an item of nothing', '3mf-unreadable', model(boxObject, '<item/>')],
    ['two objects of one name', '3mf-unreadable', model(boxObject + boxObject, item)],
    ['an unknown unit', '3mf-unreadable', model(boxObject, item, 'unit="furlong"')],
    ['the unit __proto__', '3mf-unreadable', model(boxObject, item, 'unit="__proto__"')],
    ['an index beyond the corners', '3mf-unreadable', model(triangle('1'), item)],
    ['a negative index', '3mf-unreadable', model(triangle('-1'), item)],
    ['no index', '3mf-unreadable', model(triangle(''), item)],
    ['no coordinate', '3mf-unreadable', model(vertex(''), item)],
    ['not a number', '3mf-not-finite', model(vertex('x="nan"'), item)],
    ['infinity', '3mf-not-finite', model(vertex('x="Infinity"'), item)],
    ['a number beyond 32 bits', '3mf-not-finite', model(vertex('x="1e39"'), item)],
    [
      'a transform of eleven numbers',
      '3mf-unreadable',
      model(boxObject, '<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0"/>'),
    ],
    [
      'a transform to infinity',
      '3mf-not-finite',
      model(boxObject, '<item objectid="1" transform="1e38 0 0 0 1e38 0 0 0 1e38 1e38 1e38 3e38"/>'),
    ],
    ['an object made of itself', '3mf-cycle', model(components(1, [1]), item)],
    [
      'objects made of each other',
      '3mf-cycle',
      model(components(1, [2]) + components(2, [3]) + components(3, [1]), item),
    ],
    ['another root', '3mf-unreadable', '<html><body/></html>'],
    ['no XML', '3mf-unreadable', 'v 1 2 3'],
    ['XML cut off', '3mf-unreadable', model(boxObject, item).slice(0, -20)],
    ['an unknown entity', '3mf-unreadable', model(boxObject, '&lol;')],
    [
      'a billion laughs',
      '3mf-doctype',
      `<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${model(boxObject, '&b;')}`,
    ],
    [
      'a file from outside',
      '3mf-doctype',
      `<!DOCTYPE m SYSTEM "file:///etc/passwd">${model(boxObject, item)}`,
    ],
    ['tags without end', '3mf-unreadable', `<model>${'<a>'.repeat(100_000)}`],
    ['tags within tags', '3mf-unreadable', model('<a>'.repeat(40) + '</a>'.repeat(40) + boxObject, item)],
    ['a tag without end', '3mf-unreadable', `<model ${'a'.repeat(9_000_000)}`],
    ['an endless comment', '3mf-unreadable', model(`<!--${'>'.repeat(9_000_000)}-->${boxObject}`, item)],
    ['a hundred thousand items', '3mf-unreadable', model(boxObject, item.repeat(100_001))],
  ])('%s', (_what, refusal, text) => {
    expect(readThreeMf(aZip([{ name: PART, text, stored: true }]))).toBe(refusal);
  });

  it('components that multiply, without building them', () => {
    let resources = boxObject;
    for (let id = 2; id < 20; id++) resources += components(id, Array(10).fill(id - 1));
    expect(read(resources, '<item objectid="19"/>')).toBe('3mf-too-many-triangles');
    expect(read(resources, '<item objectid="3"/>'.repeat(2))).toHaveLength(2400 * 9);
    const empty = resources.replace(unitBox, '');
    expect(read(empty, '<item objectid="19"/>')).toBe('3mf-empty');
  });

  it('components nested too deep', () => {
    let resources = boxObject;
    for (let id = 2; id < 5000; id++) resources += components(id, [id - 1]);
    expect(read(resources, '<item objectid="4999"/>')).toBe('3mf-unreadable');
  });

  it('more triangles than the limit, in one mesh or in copies of it', () => {
    const bytes = packed(model(boxObject, item));
    expect(readThreeMf(bytes, 11)).toBe('3mf-too-many-triangles');
    expect(typeof readThreeMf(bytes, 12)).toBe('object');
    expect(readThreeMf(packed(model(boxObject, item + item)), 23)).toBe('3mf-too-many-triangles');
  });

  it('a zip that is not a 3MF, and every zip the directory refuses', () => {
    expect(readThreeMf(aZip([{ name: 'a.txt', text: 'x' }]))).toBe('3mf-unreadable');
    expect(readThreeMf(new Uint8Array(10))).toBe('3mf-damaged');
    expect(readThreeMf(packed(model(boxObject, item), [{ name: 'b.zip', text: '' }]))).toBe('3mf-nested');
    for (const claimedSize of [60, 60_000]) {
      const claims = { name: PART, text: model(boxObject, item), claimedSize };
      expect(readThreeMf(aZip([claims]))).toBe('3mf-unreadable');
    }
    expect(THREE_MF_LIMITS).toMatchObject({ entries: 2000, ratio: 100 });
  });

  it('without throwing, whichever byte is changed', () => {
    const whole = aZip([{ name: PART, text: model(boxObject, item), stored: true }]);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, value) => {
        const bytes = whole.slice();
        bytes[at] = value;
        const answer = readThreeMf(bytes);
        if (typeof answer !== 'string') expect(answer.every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
