import type { BuildVolume } from './build-volume.ts';

/** How a printer makes a layer. */
export const PRINTER_KINDS = { resin: 'Resin', filament: 'Filament (FDM)' } as const;
export type PrinterKind = keyof typeof PRINTER_KINDS;

/** A common printer: its name and build volume. */
export interface CommonPrinter {
  name: string;
  kind: PrinterKind;
  volume: BuildVolume;
}

const of =
  (kind: PrinterKind) =>
  ([name, x, y, z]: [name: string, x: number, y: number, z: number]): CommonPrinter => ({
    name,
    kind,
    volume: { x, y, z },
  });

/**
 * Common printers with their build volume in mm, each compared with a public text: resin printers with the machine list and
 * the printer profiles of UVtools (github.com/sn4k3/UVtools), filament printers with the profiles of OrcaSlicer
 * (github.com/SoftFever/OrcaSlicer), the others with what publishes their maker's data sheet. Where a profile says more than
 * the maker, as of Elegoo's Neptune 4, the smaller figure stands here: what fits then fits. People can correct theirs.
 */
export const COMMON_PRINTERS: readonly CommonPrinter[] = [
  ...(
    [
      ['Anycubic Photon Mono 2', 143, 89, 165],
      ['Anycubic Photon Mono 4', 153.4, 87, 165],
      ['Anycubic Photon Mono M5s', 218.88, 122.88, 200],
      ['Anycubic Photon Mono M7 Pro', 223.64, 126.97, 230],
      ['Anycubic Photon Mono X2', 196.61, 122.88, 200],
      ['Anycubic Photon M3 Max', 298, 164, 300],
      ['Creality Halot-Mage Pro', 228, 128, 230],
      ['Creality Halot-One', 127, 80, 160],
      ['Elegoo Mars 2 Pro', 129, 80, 160],
      ['Elegoo Mars 3', 143.43, 89.6, 175],
      ['Elegoo Mars 4', 153.36, 77.76, 175],
      ['Elegoo Mars 4 Ultra', 153.36, 77.76, 165],
      ['Elegoo Mars 5', 143.43, 89.6, 150],
      ['Elegoo Mars 5 Ultra', 153.36, 77.76, 165],
      ['Elegoo Saturn 2', 218.88, 123.12, 250],
      ['Elegoo Saturn 3 Ultra', 218.88, 122.88, 260],
      ['Elegoo Saturn 4 Ultra', 218.88, 122.88, 220],
      ['Elegoo Jupiter SE', 277, 156, 300],
      ['Formlabs Form 3', 145, 145, 185],
      ['Formlabs Form 4', 200, 125, 210],
      ['Phrozen Sonic Mini 4K', 134.4, 75.6, 130],
      ['Phrozen Sonic Mini 8K', 165, 71.28, 180],
      ['Phrozen Sonic Mighty 8K', 218, 123, 235],
      ['Phrozen Sonic Mega 8K', 330, 185, 400],
    ] as [string, number, number, number][]
  ).map(of('resin')),
  ...(
    [
      ['Anycubic Kobra 2', 220, 220, 250],
      ['Anycubic Kobra 3', 250, 250, 260],
      ['Bambu Lab A1 mini', 180, 180, 180],
      ['Bambu Lab A1', 256, 256, 256],
      ['Bambu Lab P1S', 256, 256, 256],
      ['Bambu Lab X1 Carbon', 256, 256, 256],
      ['Bambu Lab H2D', 350, 320, 325],
      ['Creality Ender-3 V2', 220, 220, 250],
      ['Creality Ender-3 V3 SE', 220, 220, 250],
      ['Creality K1', 220, 220, 250],
      ['Creality K1 Max', 300, 300, 300],
      ['Elegoo Neptune 4', 225, 225, 265],
      ['Elegoo Neptune 4 Max', 420, 420, 480],
      ['Elegoo Centauri Carbon', 256, 256, 256],
      ['Prusa MINI+', 180, 180, 180],
      ['Prusa MK4', 250, 210, 220],
      ['Prusa CORE One', 250, 220, 270],
      ['Prusa XL', 360, 360, 360],
      ['Sovol SV06', 220, 220, 250],
    ] as [string, number, number, number][]
  ).map(of('filament')),
];
