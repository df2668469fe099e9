import type PocketBase from 'pocketbase';
import { ask, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { from, shape } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import type { Column } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

const g = tables.guilds.as('g');

/** Where the public sees a guild, as `guildIsVisible` says it. */
export const visibleGuild = (guild: { state: Sql }) => sql`${guild.state} IN ('live', 'paused', 'closing')`;

/** Collections that hold a guild's pictures: covers, tier pictures, and the pictures of its information. */
const GUILD_PICTURES = ['guilds', 'guild_tiers', 'releases'] as const;
export type GuildPictures = (typeof GUILD_PICTURES)[number];

/** Each record `r` with its guild `g` and store `s`. */
const WITH_GUILD = {
  guilds: sql`guilds r JOIN guilds g ON g.id = r.id JOIN stores s ON s.id = g.store`,
  guild_tiers: sql`guild_tiers r JOIN guilds g ON g.id = r.guild JOIN stores s ON s.id = g.store`,
  releases: sql`releases r JOIN guilds g ON g.id = r.guild JOIN stores s ON s.id = g.store`,
} as const satisfies Record<GuildPictures, Sql>;

const FOUND = shape({ guildId: g.id });

/** A picture and its words, in two columns; null without a picture. */
export const pictureIn = (picture: Column<string>, words: Column<string>) =>
  from({ file: picture, alt: words }, ({ file, alt }) => (file === '' ? null : { file, alt }));

/** Whether the pictures of this record are public: its guild is visible and the record is not a draft. */
export async function guildPictureIsPublic(
  pb: PocketBase,
  collection: GuildPictures,
  id: string,
): Promise<boolean> {
  if (!isRecordId(id)) return false;
  const [rows] = await ask(
    pb,
    select(
      FOUND,
      sql`SELECT ${FOUND} FROM ${WITH_GUILD[collection]}
        WHERE r.id = {:id} AND r.state <> 'draft' AND ${visibleGuild(g)} AND s.state IN ('open', 'vacation')`,
      { id },
    ),
  );
  return rows.length > 0;
}

/** Whether the user owns the guild of this record, so that they may see its pictures before they are public. */
export async function ownsGuildPicture(
  pb: PocketBase,
  userId: string,
  collection: GuildPictures,
  id: string,
): Promise<boolean> {
  if (!isRecordId(id)) return false;
  const [rows] = await ask(
    pb,
    select(
      FOUND,
      sql`SELECT ${FOUND} FROM ${WITH_GUILD[collection]} WHERE r.id = {:id} AND s.owner = {:userId}`,
      {
        id,
        userId,
      },
    ),
  );
  return rows.length > 0;
}

/** A re-encoded picture and its alternative text. */
export interface DescribedPicture {
  bytes: Uint8Array<ArrayBuffer>;
  alt: string;
}

/** Sets or removes the picture of a tier or the cover of a release. The caller has checked whose it is. */
export async function setGuildPicture(
  pb: PocketBase,
  collection: 'guild_tiers' | 'releases',
  id: string,
  picture: DescribedPicture | null,
): Promise<void> {
  const field = collection === 'releases' ? 'cover' : 'image';
  const form = new FormData();
  form.append(field, picture ? new File([picture.bytes], `${field}.webp`, { type: 'image/webp' }) : '');
  form.append(`${field}Alt`, picture?.alt ?? '');
  await pb.collection(collection).update(id, form);
}

/** The most pictures of a guild's information, including those of earlier drafts until they are deleted. */
const INFORMATION_PICTURES_MOST = 40;

/** Adds a picture to a guild's information and returns its file name; null if the limit is reached. */
export async function addInformationPicture(
  pb: PocketBase,
  guild: { id: string; pictures: readonly string[] },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string | null> {
  if (guild.pictures.length >= INFORMATION_PICTURES_MOST) return null;
  const form = new FormData();
  form.append('pictures+', new File([bytes], 'information.webp', { type: 'image/webp' }));
  const { pictures } = await pb.collection('guilds').update<{ pictures: string[] }>(guild.id, form);
  return pictures.find((file) => !guild.pictures.includes(file)) ?? null;
}

/** Deletes pictures that no block uses any more. */
export async function deleteInformationPictures(
  pb: PocketBase,
  guildId: string,
  files: readonly string[],
): Promise<void> {
  if (files.length > 0) await pb.collection('guilds').update(guildId, { 'pictures-': files });
}
