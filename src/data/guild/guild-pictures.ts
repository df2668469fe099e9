import type PocketBase from 'pocketbase';
import { orNull } from '../kernel/client.ts';
import { isRecordId } from '../kernel/record-id.ts';

/** Collections of a guild that hold pictures: covers, the pictures of tiers, and those of its information. */
const GUILD_PICTURES = ['guilds', 'guild_tiers', 'releases'] as const;
export type GuildPictures = (typeof GUILD_PICTURES)[number];

/** The way from each of them to its guild, and what hides it from everybody but its seller. */
const WAYS: Record<GuildPictures, { guild: string; shown: string }> = {
  guilds: { guild: '', shown: "state != 'draft'" },
  guild_tiers: { guild: 'guild.', shown: "state != 'draft'" },
  releases: { guild: 'guild.', shown: "state != 'draft'" },
};

const found = async (pb: PocketBase, collection: GuildPictures, filter: string): Promise<boolean> =>
  (await orNull(pb.collection(collection).getFirstListItem(filter, { fields: 'id' }))) !== null;

/** Whether the pictures of this record are for everybody: its guild can be read about, and it is no draft. */
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

/** Whether somebody may see them although not everybody may: it is his own guild's. */
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

/** A picture that was re-encoded, and what it shows. */
export interface DescribedPicture {
  bytes: Uint8Array<ArrayBuffer>;
  alt: string;
}

/** Gives a tier its picture or a release its cover, or takes it away; what it belongs to was looked up before. */
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

/** Pictures a guild's information may have, those of earlier drafts too until they are cleared. */
const INFORMATION_PICTURES_MOST = 40;

/** Adds a picture to a guild for its information and answers its file's name; null where it has as many as it may. */
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

/** Lets go of pictures no block names any more. */
export async function deleteInformationPictures(
  pb: PocketBase,
  guildId: string,
  files: readonly string[],
): Promise<void> {
  if (files.length > 0) await pb.collection('guilds').update(guildId, { 'pictures-': files });
}
