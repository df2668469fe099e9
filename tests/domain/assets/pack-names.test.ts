import { describe, expect, it } from 'vitest';
import { proposePack } from '../../../src/domain/assets/pack.ts';

/** Reads one path by itself. Product | role | scale | part | version. */
const read = (path: string): string => {
  const { products } = proposePack([{ path, sizeBytes: 1000 }]);
  return products
    .flatMap(({ name, files }) =>
      files.map(({ role, scale, part, version }) =>
        [name, role, scale ?? '-', part ?? '-', version].join(' | '),
      ),
    )
    .join('; ');
};

describe('file names as sellers write them', () => {
  it.each([
    ['Orc.stl', 'Orc | unsupported | - | - | 1'],
    ['Orc_Supported.stl', 'Orc | presupported | - | - | 1'],
    ['Orc_supported.STL', 'Orc | presupported | - | - | 1'],
    ['Orc_Unsupported.stl', 'Orc | unsupported | - | - | 1'],
    ['Orc-presupported.stl', 'Orc | presupported | - | - | 1'],
    ['Orc Pre-Supported.stl', 'Orc | presupported | - | - | 1'],
    ['Orc_pre_sup.stl', 'Orc | presupported | - | - | 1'],
    ['OrcPreSup.stl', 'Orc | presupported | - | - | 1'],
    ['OrcSUP.stl', 'Orc | presupported | - | - | 1'],
    ['sup_Orc.stl', 'Orc | presupported | - | - | 1'],
    ['SUP-Orc Warrior.stl', 'Orc Warrior | presupported | - | - | 1'],
    ['Orc_supps.stl', 'Orc | presupported | - | - | 1'],
    ['Orc with supports.stl', 'Orc | presupported | - | - | 1'],
    ['Orc_nosup.stl', 'Orc | unsupported | - | - | 1'],
    ['Orc_NoSupports.stl', 'Orc | unsupported | - | - | 1'],
    ['Orc no supp.stl', 'Orc | unsupported | - | - | 1'],
    ['Orc_without_supports.stl', 'Orc | unsupported | - | - | 1'],
    ['Orc non-supported.stl', 'Orc | unsupported | - | - | 1'],
    ['Orc_unsup.stl', 'Orc | unsupported | - | - | 1'],
    ['Orc support-free.stl', 'Orc | unsupported | - | - | 1'],
    ['Fire Support Team.stl', 'Fire Support Team | unsupported | - | - | 1'],
    ['Superhero.stl', 'Superhero | unsupported | - | - | 1'],
    ['Orc_28mm.stl', 'Orc | unsupported | 28 | - | 1'],
    ['Orc 32 mm.stl', 'Orc | unsupported | 32 | - | 1'],
    ['Orc-32MM-Supported.stl', 'Orc | presupported | 32 | - | 1'],
    ['75mm_Orc_Sup.stl', 'Orc | presupported | 75 | - | 1'],
    ['Orc_32mm_scale.stl', 'Orc | unsupported | 32 | - | 1'],
    ['Orc 28 scale.stl', 'Orc | unsupported | 28 | - | 1'],
    ['Orc_40mm.stl', 'Orc 40mm | unsupported | - | - | 1'],
    ['Orc_v2.stl', 'Orc | unsupported | - | - | 2'],
    ['Orc_V1.3_sup.stl', 'Orc | presupported | - | - | 1'],
    ['Orc ver 3.stl', 'Orc | unsupported | - | - | 3'],
    ['Orc_final.stl', 'Orc | unsupported | - | - | 1'],
    ['Orc_fixed_v4.stl', 'Orc | unsupported | - | - | 4'],
    ['Orc (1).stl', 'Orc | unsupported | - | - | 1'],
    ['Orc - Copy.stl', 'Orc | unsupported | - | - | 1'],
    ['Copy of Orc.stl', 'Orc | unsupported | - | - | 1'],
    ['Orc_copy2.stl', 'Orc | unsupported | - | - | 1'],
    ['01_Orc.stl', 'Orc | unsupported | - | - | 1'],
    ['2. Orc.stl', 'Orc | unsupported | - | - | 1'],
    ['3 Goblins.stl', '3 Goblins | unsupported | - | - | 1'],
    ['Orc Warrior/Orc_Warrior_Body.stl', 'Orc Warrior | unsupported | - | Body | 1'],
    ['Orc Warrior/arm_L.stl', 'Orc Warrior | unsupported | - | Arm L | 1'],
    ['Orc Warrior/ArmR.stl', 'Orc Warrior | unsupported | - | Arm R | 1'],
    ['OrcWarrior/OrcWarriorHead02.stl', 'Orc Warrior | unsupported | - | Head 02 | 1'],
    ['Orc/Supported/body_sup.stl', 'Orc | presupported | - | Body | 1'],
    ['Orc/STL/Unsupported/left hand.stl', 'Orc | unsupported | - | Left Hand | 1'],
    ['Orc/Pre-Supported STL Files/body.stl', 'Orc | presupported | - | Body | 1'],
    ['Orc/32/body.stl', 'Orc | unsupported | 32 | Body | 1'],
    ['Orc/75mm/Supported/body.stl', 'Orc | presupported | 75 | Body | 1'],
    ['Orc 32mm Supported/Orc_head.stl', 'Orc | presupported | 32 | Head | 1'],
    ['Orc/Supported/body_unsupported.stl', 'Orc | unsupported | - | Body | 1'],
    ['Orc/Heads/Head_3.stl', 'Orc | unsupported | - | Head 3 | 1'],
    ['Orc/Weapons/Axe.stl', 'Orc | unsupported | - | Axe | 1'],
    ['Orc/Parts/Relic.stl', 'Orc | unsupported | - | Relic | 1'],
    ['Orc/Base/Orc_base_32mm.stl', 'Orc | unsupported | - | Base 32mm | 1'],
    ['Bases/Round_32mm.stl', 'Bases | unsupported | - | Round 32mm | 1'],
    ['Base_32mm.stl', 'Base 32mm | unsupported | - | - | 1'],
    ['Orc/LYS/Orc.lys', 'Orc | slicer_project | - | - | 1'],
    ['Orc/Lychee/Orc_32mm.lys', 'Orc | slicer_project | 32 | - | 1'],
    ['Orc/Chitubox/Orc.chitubox', 'Orc | slicer_project | - | - | 1'],
    ['Orc/CTB/Orc.ctb', 'Orc | sliced | - | - | 1'],
    ['Orc/Orc_saturn.ctb', 'Orc | sliced | - | Saturn | 1'],
    ['Orc/Orc_bambu_project.3mf', 'Orc | slicer_project | - | Bambu | 1'],
    ['Orc.3mf', 'Orc | unsupported | - | - | 1'],
    ['Orc_supported.obj', 'Orc | presupported | - | - | 1'],
    ['Bust of Baron/Baron_Bust_75mm_Supported.stl', 'Bust of Baron | presupported | 75 | - | 1'],
    ['Gra\u0308fin/Gräfin_Körper.stl', 'Gräfin | unsupported | - | Körper | 1'],
    ['Дракон/Дракон_голова.stl', 'Дракон | unsupported | - | Голова | 1'],
    ['龍/龍_sup.stl', '龍 | presupported | - | - | 1'],
    ['Orc\\Supported\\body.stl', 'Orc | presupported | - | Body | 1'],
    ['ORC_WARRIOR_SUP.stl', 'Orc Warrior | presupported | - | - | 1'],
    ['Mk2_Tank_Unsup.stl', 'Mk 2 Tank | unsupported | - | - | 1'],
    ['Wolf Rider.stl', 'Wolf Rider | unsupported | - | - | 1'],
    ['supported.stl', 'Model | presupported | - | - | 1'],
  ])('%s', (path, expected) => {
    expect(read(path)).toBe(expected);
  });
});
