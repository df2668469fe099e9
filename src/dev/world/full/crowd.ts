import { createHash } from 'node:crypto';
import type PocketBase from 'pocketbase';
import { dateOf } from '../../../data/kernel/fields.ts';
import { sql } from '../../../data/kernel/sql.ts';
import { transaction } from '../../../data/kernel/transaction.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { demoId } from '../ids.ts';
import { PEOPLE } from '../people.ts';

const DAY_MS = 86_400_000;

/** A number from 0 up to 1 that is always the same for the same words. */
export function lot(...words: (string | number)[]): number {
  return createHash('sha256').update(words.join('/')).digest().readUInt32BE(0) / 2 ** 32;
}

/** Somebody who buys, prints and paints. */
export interface Hobbyist {
  id: string;
  username: string;
  /** How they write a printer's name in a review. */
  printer: string;
  material: 'resin' | 'tough_resin' | 'pla' | 'petg';
  layerMm: number;
}

const hobbyist = (username: string, printer: string, material: Hobbyist['material'], layerMm: number) => ({
  ...{ id: demoId('user', username), username, printer, material, layerMm },
});

/** Those who write: 60 people with a printer each. */
export const HOBBYISTS: readonly Hobbyist[] = [
  ...(
    [
      ['greywash', 'Elegoo Saturn 3 Ultra', 'resin', 0.05],
      ['mrs-drybrush', 'Anycubic Photon M5s', 'resin', 0.05],
      ['tabletop-tom', 'Elegoo Mars 4', 'resin', 0.05],
      ['six-and-out', 'Phrozen Sonic Mini 8K', 'resin', 0.03],
      ['inkwell', 'Anycubic Photon Mono 2', 'resin', 0.05],
      ['kobold-legal', 'Elegoo Mars 3', 'resin', 0.05],
      ['brushlicker', 'Phrozen Sonic Mighty 8K', 'resin', 0.03],
      ['halftrack', 'Prusa MK4', 'pla', 0.1],
      ['grimwald', 'Elegoo Saturn 2', 'resin', 0.05],
      ['pewter-no-more', 'Formlabs Form 3', 'tough_resin', 0.05],
      ['dice-goblin', 'Anycubic Photon M3', 'resin', 0.05],
      ['nadia-prints', 'Elegoo Saturn 4 Ultra', 'resin', 0.05],
      ['old-lead', 'Elegoo Mars 2 Pro', 'resin', 0.05],
      ['sprue-cutter', 'Phrozen Sonic Mini 4K', 'resin', 0.05],
      ['warpaint', 'Anycubic Photon Mono X', 'resin', 0.05],
      ['dm-hanneke', 'Elegoo Mars 4 Ultra', 'resin', 0.05],
      ['layerlines', 'Bambu Lab A1 mini', 'pla', 0.08],
      ['isopropyl', 'Elegoo Saturn 3', 'resin', 0.05],
      ['two-thin-coats', 'Anycubic Photon M5', 'resin', 0.04],
      ['backlog-bea', 'Elegoo Mars 3 Pro', 'resin', 0.05],
      ['shelf-of-shame', 'Phrozen Sonic Mini 8K', 'resin', 0.05],
      ['petra-k', 'Prusa SL1S', 'resin', 0.05],
      ['cpt-sprocket', 'Bambu Lab P1S', 'petg', 0.12],
      ['rollwithit', 'Elegoo Mars 4', 'resin', 0.05],
      ['wetpalette', 'Anycubic Photon M3 Plus', 'resin', 0.05],
      ['ghoul-school', 'Elegoo Saturn S', 'resin', 0.05],
      ['nuln-and-void', 'Elegoo Saturn 3 Ultra', 'resin', 0.03],
      ['third-edition', 'Creality Halot One', 'resin', 0.05],
      ['minis-for-mads', 'Anycubic Photon Mono 4K', 'resin', 0.05],
      ['the-hexcrawler', 'Elegoo Mars 2', 'resin', 0.05],
      ['bits-box', 'Phrozen Sonic Mighty 4K', 'resin', 0.05],
      ['lady-kettle', 'Elegoo Mars 4 Max', 'resin', 0.05],
      ['fdm-forever', 'Prusa MK3S+', 'pla', 0.08],
      ['joren', 'Elegoo Saturn 2', 'resin', 0.05],
      ['zenithal-zoe', 'Anycubic Photon M5s Pro', 'resin', 0.03],
      ['crit-happens', 'Elegoo Mars 3', 'resin', 0.05],
      ['nat-one', 'Creality Halot Mage', 'resin', 0.05],
      ['oxide-red', 'Elegoo Saturn 3', 'resin', 0.05],
      ['basing-is-life', 'Anycubic Photon Mono SE', 'resin', 0.05],
      ['tiny-hammer', 'Elegoo Mars 4', 'tough_resin', 0.05],
      ['quickshade', 'Phrozen Sonic Mini 8K S', 'resin', 0.05],
      ['marek-w', 'Elegoo Saturn', 'resin', 0.05],
      ['friday-night-gm', 'Anycubic Photon M3 Max', 'resin', 0.05],
      ['pinwasher', 'Elegoo Mars 3 Pro', 'resin', 0.03],
      ['solo-dungeoneer', 'Elegoo Mars 2 Pro', 'resin', 0.05],
      ['loupe', 'Phrozen Sonic Mini 8K', 'resin', 0.02],
      ['gunmetal-gus', 'Elegoo Saturn 4', 'resin', 0.05],
      ['club-treasurer', 'Elegoo Jupiter SE', 'resin', 0.05],
      ['aoife-b', 'Anycubic Photon M5s', 'resin', 0.05],
      ['sunday-squad', 'Bambu Lab A1', 'pla', 0.08],
      ['chipped-armour', 'Elegoo Saturn 3 Ultra', 'resin', 0.05],
      ['varnish-first', 'Elegoo Mars 4 Ultra', 'resin', 0.05],
      ['resin-priest', 'Phrozen Sonic Mega 8K', 'resin', 0.05],
      ['half-elf-hal', 'Elegoo Mars 3', 'resin', 0.05],
      ['spare-heads', 'Anycubic Photon Mono 2', 'resin', 0.05],
      ['campaign-seven', 'Elegoo Saturn 2', 'resin', 0.05],
      ['lurker-in-primer', 'Elegoo Mars 4', 'resin', 0.05],
      ['edge-highlight', 'Phrozen Sonic Mini 8K', 'resin', 0.03],
      ['mould-line', 'Creality Ender 3 V3', 'pla', 0.12],
      ['ruth-rolls', 'Elegoo Saturn 4 Ultra', 'resin', 0.05],
    ] as const
  ).map(([username, printer, material, layerMm]) => hobbyist(username, printer, material, layerMm)),
];

const FIRST = [
  'ada',
  'bo',
  'cleo',
  'dunc',
  'edda',
  'finn',
  'gwen',
  'hugo',
  'iris',
  'jock',
  'kit',
  'lars',
  'mona',
];
const LAST = ['barrow', 'crane', 'dale', 'fenn', 'hale', 'moss', 'reed'];

/** Those who only read, collect and are members: 90 people. */
export const QUIET: readonly { id: string; username: string }[] = LAST.flatMap((last) =>
  FIRST.map((first) => `${first}-${last}`),
)
  .slice(0, 90)
  .map((username) => ({ id: demoId('user', username), username }));

/** Creates the hobbyists at once, with the password of all and confirmed addresses. Existing ones stay. */
export async function seedCrowd(pb: PocketBase, now: Instant): Promise<void> {
  const rows = [...HOBBYISTS, ...QUIET].map(({ id, username }) => ({
    id,
    username,
    email: `${username}@guildhall.test`,
    at: dateOf(now - Math.floor((40 + 420 * lot(username, 'joined')) * DAY_MS)),
  }));
  await transaction(pb)
    .exec(
      sql`INSERT OR IGNORE INTO users (id, email, username, password, tokenKey, verified, created, updated)
        SELECT v.value ->> 'id', v.value ->> 'email', v.value ->> 'username', u.password,
          (v.value ->> 'id') || (v.value ->> 'id') || (v.value ->> 'id'), TRUE, v.value ->> 'at', v.value ->> 'at'
        FROM json_each({:rows}) v JOIN users u ON u.id = {:like}`,
      { rows: JSON.stringify(rows), like: PEOPLE.tobias.id },
    )
    .run();
}
