import type PocketBase from 'pocketbase';
import { orNull } from '../kernel/client.ts';
import { isRecordId } from '../kernel/record-id.ts';

/** Collections that hold a guild's pictures: covers, tier pictures, and the pictures of its information. */
const GUILD_PICTURES = ['guilds', 'guild_tiers', 'releases'] as const;
export type GuildPictures = (typeof GUILD_PICTURES)[number];

/** The relation path from each collection to its guild, and the filter for records that are not seller-only. */
const WAYS: Record<GuildPictures, { guild: string; shown: string }> = {
  guilds: { guild: '', shown: "state != 'draft'" },
  guild_tiers: { guild: 'guild.', shown: "state != 'draft'" },
  releases: { guild: 'guild.', shown: "state != 'draft'" },
};

const found = async (pb: PocketBase, collection: GuildPictures, filter: string): Promise<boolean> =>
  (await orNull(pb.collection(collection).getFirstListItem(filter, { fields: 'id' }))) !== null;

/** Whether the pictures of this record are public: its guild is visible and the record is not a draft. */
export async function guildPictureIsPublic(
  pb: PocketBase,
  collection: GuildPictures,
  id: string,
): Promise<boolean> {
  if (!isRecordId(id)) return false;
  const { guild, shown } = WAYS[collection];
  const live = ['live', 'paused', 'closing'].map((state) => `${guild}state = '${state}'`).join(' || ');
  const open = ['open', 'vacation'].map((state) => `${guild}store.state = '${state}'`).join(' || ');
  return found(pb, collection, pb.filter(`id = {:id} && ${shown} && (${live}) && (${open})`, { id }));
}

/** Whether the user owns the guild of this record, so that they may see its pictures before they are public. */
export async function ownsGuildPicture(
  pb: PocketBase,
  userId: string,
  collection: GuildPictures,
  id: string,
): Promise<boolean> {
  if (!isRecordId(id)) return false;
  const { guild } = WAYS[collection];
  return found(pb, collection, pb.filter(`id = {:id} && ${guild}store.owner = {:userId}`, { id, userId }));
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
