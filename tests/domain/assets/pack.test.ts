import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PackFile, proposePack } from '../../../src/domain/assets/pack.ts';

/** A file as "path", or with its size in bytes and its height in mm. */
type Given = string | [path: string, sizeBytes: number, heightMm?: number];
const files = (given: readonly Given[]): PackFile[] =>
  given.map((one) => {
    const [path, sizeBytes, heightMm] = typeof one === 'string' ? [one, 1000 + one.length] : one;
    return { path, sizeBytes, heightMm: heightMm ?? null };
  });

/** Products as "Name: part role scale, …", each file once. */
const read = (given: readonly Given[], packName?: string): string[] =>
  proposePack(files(given), packName).products.map(
    ({ name, files }) =>
      `${name}: ${files.map(({ role, scale, part }) => [part ?? '-', role, scale ?? ''].join(' ').trim()).join(', ')}`,
  );
const pairs = (given: readonly Given[]): string[] =>
  proposePack(files(given)).products.flatMap((product) =>
    product.pairs.map(({ unsupported, presupported, by }) => `${unsupported} ${presupported} ${by}`),
  );

describe('products of a drop', () => {
  it('are one per folder, with variants in subfolders', () => {
    expect(
      read([
        'Pack/01 - Orc/Supported/orc_body_sup.stl',
        'Pack/01 - Orc/Unsupported/orc_body.stl',
        'Pack/01 - Orc/LYS/orc.lys',
        'Pack/02 - Elf/STL/elf.stl',
        'Pack/02 - Elf/Pre-supported/elf_sup.stl',
      ]),
    ).toEqual([
      'Elf: - presupported, - unsupported',
      'Orc: - slicer_project, Body presupported, Body unsupported',
    ]);
  });

  it('share the folder of a month', () => {
    expect(
      read([
        'March/Supported/Elf Archer.stl',
        'March/Supported/Orc.stl',
        'March/Unsupported/Elf Archer.stl',
        'March/Unsupported/Orc.stl',
      ]),
    ).toEqual(['Elf Archer: - presupported, - unsupported', 'Orc: - presupported, - unsupported']);
  });

  it('are told apart by name in a flat folder', () => {
    expect(
      read(['Knight_Body.stl', 'Knight_Sword.stl', 'Sword_Master.stl', 'Goblin_1.stl', 'Goblin_2.stl']),
    ).toEqual([
      'Goblin: 1 unsupported, 2 unsupported',
      'Knight: Body unsupported, Sword unsupported',
      'Sword Master: - unsupported',
    ]);
  });

  it('keep shared part words in their name', () => {
    expect(read(['Wolf_Rider_Head.stl', 'Wolf_Rider_Body.stl'])).toEqual([
      'Wolf Rider: Body unsupported, Head unsupported',
    ]);
    expect(read(['Wolf_Rider.stl', 'Wolf_Rider_sup.stl'])).toEqual([
      'Wolf Rider: - unsupported, - presupported',
    ]);
    expect(read(['Body_Orc.stl', 'Head_Orc.stl', 'Body Guard.stl'])).toEqual([
      'Body Guard: - unsupported',
      'Orc: Body unsupported, Head unsupported',
    ]);
  });

  it('come in several scales', () => {
    expect(
      read(['Dragon/32mm/wing_L.stl', 'Dragon/75mm/wing_L.stl', 'Dragon 54mm Supported/wing_L.stl']),
    ).toEqual(['Dragon: Wing L presupported 54, Wing L unsupported 32, Wing L unsupported 75']);
  });

  it('are named after their archive', () => {
    expect(read(['body.stl', 'head.stl', 'Orc_arm_L.stl'], 'Orc_Chief_Supported_32mm.zip')).toEqual([
      'Orc Chief: Arm L presupported 32, Body presupported 32, Head presupported 32',
    ]);
  });

  it('include folders of parts, but not bases shared by several', () => {
    expect(
      read(['Orc/Heads/Head_1.stl', 'Orc/Bodies/Body.stl', 'Orc/Weapons/Axe.stl', 'Orc/Bits/Skull.stl']),
    ).toEqual(['Orc: Skull unsupported, Body unsupported, Head 1 unsupported, Axe unsupported']);
    expect(
      read(['Pack/Orc.stl', 'Pack/Elf.stl', 'Pack/Bases/Round_32mm.stl', 'Pack/Bases/elf_base.stl']),
    ).toEqual([
      'Bases: Round 32mm unsupported',
      'Elf: Base unsupported, - unsupported',
      'Orc: - unsupported',
    ]);
  });

  it('include slicer files from a separate folder tree', () => {
    expect(read(['P/STL/Orc/body.stl', 'P/STL/Elf/elf.stl', 'P/LYS/Orc_all.lys', 'P/LYS/Elf.lys'])).toEqual([
      'Elf: - slicer_project, - unsupported',
      'Orc: All slicer_project, Body unsupported',
    ]);
  });

  it('include their own texts and pictures; shared ones stay loose', () => {
    const { products, loose } = proposePack(
      files(['P/Orc/orc.stl', 'P/Orc/guide.pdf', 'P/Elf/elf.stl', 'P/Renders/Elf 2.png', 'P/Licence.txt']),
    );
    expect(products.map((product) => product.files.map(({ path }) => path))).toEqual([
      ['P/Elf/elf.stl', 'P/Renders/Elf 2.png'],
      ['P/Orc/guide.pdf', 'P/Orc/orc.stl'],
    ]);
    expect(loose).toMatchObject([{ path: 'P/Licence.txt', role: 'document' }]);
  });
});

describe('pairs and copies', () => {
  it('are found by name', () => {
    expect(pairs(['Orc/Supported/arm_L_sup.stl', 'Orc/Unsupported/arm_L.stl', 'Orc/arm_R.stl'])).toEqual([
      'Orc/Unsupported/arm_L.stl Orc/Supported/arm_L_sup.stl name',
    ]);
    expect(pairs(['Troll.stl', 'Troll_unsupported.stl'])).toEqual(['Troll_unsupported.stl Troll.stl name']);
  });

  it('are found by measurements if names differ', () => {
    expect(
      pairs([
        ['Orc/Orc one.stl', 100, 40],
        ['Orc/Orc two.stl', 100, 60],
        ['Orc/Orc one raised_sup.stl', 150, 46],
        ['Orc/Orc two raised_sup.stl', 150, 67],
      ]),
    ).toEqual([
      'Orc/Orc one.stl Orc/Orc one raised_sup.stl size',
      'Orc/Orc two.stl Orc/Orc two raised_sup.stl size',
    ]);
    // Supports add material, so a smaller file or another part is no match.
    expect(pairs([['Orc/Orc one.stl', 100], ['Orc/thing_sup.stl', 20]])).toEqual([]); // biome-ignore format: one line
    expect(pairs([['Orc/body.stl', 100], ['Orc/head_sup.stl', 150]])).toEqual([]); // biome-ignore format: one line
  });

  it('infer supports and scale from the height', () => {
    expect(read([['Orc/orc.stl', 100, 40], ['Orc/Print/Orc.stl', 180, 46]])).toEqual([
      'Orc: - presupported, - unsupported',
    ]); // biome-ignore format: one line
    expect(read([['Orc.stl', 100, 40], ['Orc_75mm.stl', 100, 93.75]])).toEqual([
      'Orc: - unsupported 32, - unsupported 75',
    ]); // biome-ignore format: one line
  });

  it('ignore copies', () => {
    const proposal = proposePack(
      files([['Imp.stl', 50], ['Imp (1).stl', 50], ['Imp (2).stl', 51], ['Imp_sup.stl', 90]]), // biome-ignore format: one line
    );
    const [imp] = proposal.products;
    expect(imp?.files.map(({ path, copyOf }) => [path, copyOf])).toEqual([
      ['Imp (1).stl', 'Imp.stl'],
      ['Imp (2).stl', null],
      ['Imp.stl', null],
      ['Imp_sup.stl', null],
    ]);
  });
});

describe('refused files', () => {
  it('are reported, except for system clutter', () => {
    const { products, loose, ...rest } = proposePack(
      files([
        'Orc/setup.exe',
        'Orc/page.html',
        'Orc/logo.svg',
        'Orc/run.js',
        'Orc/old.rar',
        'Orc/Orc.zip',
        'Orc/orc.ztl',
        ['Orc/empty.stl', 0],
        ['Orc/huge.stl', 400 * 1024 * 1024],
        '__MACOSX/Orc/._orc.stl',
        'Orc/.DS_Store',
        'Orc/Thumbs.db',
        'Orc/.git/config.stl',
        'Orc/',
      ]),
    );
    expect([products, loose]).toEqual([[], []]);
    expect(rest.archives).toEqual(['Orc/Orc.zip']);
    expect(rest.ignored).toHaveLength(5);
    expect(rest.refused.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'Orc/empty.stl file-empty',
      'Orc/huge.stl file-too-large',
      'Orc/logo.svg file-active',
      'Orc/old.rar file-archive',
      'Orc/orc.ztl file-kind',
      'Orc/page.html file-active',
      'Orc/run.js file-active',
      'Orc/setup.exe file-active',
    ]);
  });
});

const WORDS = 'Orc Elf body Arm_L Head 32mm 75mm Supported unsup sup LYS STL Bases base v2 (1) Renders x 01 龍'.split(' '); // biome-ignore format: one line
const step = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
  .map((some) => some.join('_'));
const path = fc
  .tuple(
    fc.array(step, { maxLength: 4 }),
    step,
    fc.constantFrom('stl', 'lys', 'ctb', 'pdf', 'png', 'zip', 'exe'),
  )
  .map(([folders, name, ending]) => [...folders, `${name}.${ending}`].join('/'));
const wild = fc.oneof(path, path, fc.string({ unit: 'grapheme', maxLength: 30 }));
const drop = fc.array(
  fc.record({
    path: wild,
    sizeBytes: fc.nat(200),
    heightMm: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
  }),
  { maxLength: 25 },
);

describe('any drop', () => {
  it('lists every file exactly once', () => {
    fc.assert(
      fc.property(drop, (given) => {
        const { products, loose, archives, refused, ignored } = proposePack(given);
        const listed = [
          ...products.flatMap((product) => product.files.map((file) => file.path)),
          ...loose.map((file) => file.path),
          ...archives,
          ...refused.map((file) => file.path),
          ...ignored,
        ];
        expect(listed.sort()).toEqual(given.map((file) => file.path).sort());
        for (const product of products) {
          expect(product.name.trim()).not.toBe('');
          const members = new Set(product.files.map((file) => file.path));
          const paired = product.pairs.flatMap(({ unsupported, presupported }) => [
            unsupported,
            presupported,
          ]);
          expect(new Set(paired).size).toBe(paired.length);
          for (const path of paired) expect(members.has(path)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same proposal in any order', () => {
    const shuffled = drop.chain((given) =>
      fc.tuple(
        fc.constant(given),
        fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([given, other]) => {
        expect(proposePack(other)).toEqual(proposePack(given));
      }),
      { numRuns: 300 },
    );
  });

  it('is read in linear time', () => {
    const many = Array.from({ length: 2000 }, (_, at) => `Pack/Hero ${at % 200}/Supported/Part_${at}.stl`);
    expect(proposePack(files(many)).products).toHaveLength(200);
  });
});
