import { describe, expect, it } from 'vitest';
import {
  firstSlicer,
  isForSlicers,
  isSlicer,
  isWrittenAs3mf,
  linkNameOf,
  nameAs3mf,
  SLICERS,
  type Slicer,
  slicerAddress,
} from '../../../src/domain/library/slicer.ts';

const URL = 'https://market.test/download/open/token/golem.stl';
const WRITTEN = 'https%3A%2F%2Fmarket.test%2Fdownload%2Fopen%2Ftoken%2Fgolem.stl';

describe('a slicer', () => {
  it.each([
    ['orca', `orcaslicer://open?file=${WRITTEN}`, `orcaslicer://open?file=${WRITTEN}`],
    ['creality', `crealityprintlink://open?file=${WRITTEN}`, `crealityprintlink://open?file=${WRITTEN}`],
    ['elegoo', `elegooslicer://open?file=${WRITTEN}`, `elegooslicer://open?file=${WRITTEN}`],
    ['cura', `cura://open?file=${WRITTEN}`, `cura://open?file=${WRITTEN}`],
    ['bambu', `bambustudio://open?file=${WRITTEN}`, `bambustudioopen://${WRITTEN}`],
    ['lychee', `lycheeslicer://open/${WRITTEN}`, `lycheeslicer://open/${WRITTEN}`],
    ['chitubox', null, null],
    ['prusa', null, null],
    ['link', null, null],
  ] as const)('%s is started by %s, on a Mac by %s', (slicer, elsewhere, onMac) => {
    expect(slicerAddress(slicer, URL, false)).toBe(elsewhere);
    expect(slicerAddress(slicer, URL, true)).toBe(onMac);
  });

  it('that opens no link from here says what to do instead', () => {
    for (const slicer of Object.keys(SLICERS) as Slicer[])
      if (slicerAddress(slicer, URL, false) === null)
        expect(SLICERS[slicer].note).toContain('ownload the file');
  });

  it('of who never chose slices what the model is for: OrcaSlicer knows no resin', () => {
    expect([firstSlicer(true), firstSlicer(false)]).toEqual(['lychee', 'orca']);
  });

  it('Bambu Studio gets models as 3MF only, and a 3MF as it is', () => {
    const names = ['golem.stl', 'Golem.OBJ', 'golem.3mf'];
    expect(names.map((name) => isWrittenAs3mf('bambu', name))).toEqual([true, true, false]);
    expect(names.some((name) => isWrittenAs3mf('orca', name))).toBe(false);
    expect(names.map(nameAs3mf)).toEqual(['golem.3mf', 'Golem.3mf', 'golem.3mf']);
  });

  it('is remembered only where it is one of them', () => {
    expect(['orca', 'constructor', '', null].map(isSlicer)).toEqual([true, false, false, false]);
  });
});

describe('the name at the end of a link', () => {
  it.each([
    ['golem.stl', 'golem.stl'],
    ['Golem "left" arm%20?file=x#.3mf', 'Golem_left_arm_20_file_x_.3mf'],
    ['../../etc/passwd', 'passwd'],
    ['Dräche & Söhne.OBJ', 'Dr_che_S_hne.OBJ'],
  ])('%j becomes %j, which survives being decoded twice', (name, written) => {
    expect(linkNameOf(name)).toBe(written);
    expect(encodeURIComponent(written)).toBe(written);
  });
});

it('offers models to slicers, and no pictures, archives or texts', () => {
  expect(['a.stl', 'a.OBJ', 'b.3mf'].every(isForSlicers)).toBe(true);
  expect(['a.zip', 'read me.txt', 'stl', 'a.stl.png', 'a.lys'].some(isForSlicers)).toBe(false);
});
