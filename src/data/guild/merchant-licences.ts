import { randomBytes } from 'node:crypto';
import type PocketBase from 'pocketbase';
import { memberIsIn } from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { orNull } from '../kernel/client.ts';
import { instantOf } from '../kernel/fields.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type {
  EntitlementsRecord,
  GuildMembersRecord,
  GuildsRecord,
  GuildTiersRecord,
  ProductsRecord,
  StoresRecord,
  UsersRecord,
} from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** Public pages that prove a merchant licence. Anyone with the unguessable key may read the page. */

const KEY = /^[A-Za-z0-9_-]{32}$/;

export interface MerchantLicence {
  username: string;
  guildName: string;
  store: { slug: string; name: string };
  /** Whether the member is in a merchant tier now, so that new releases are included. */
  isIn: boolean;
  /** Products whose prints the member may sell, by name, with the start of the licence. */
  products: { id: string; name: string; since: Instant; isVisible: boolean }[];
}

/**
 * The key of a member's licence page, created on first use; null without a merchant licence. It never changes, so that
 * shared links stay valid.
 */
export async function licenceKeyOf(pb: PocketBase, memberId: string): Promise<string | null> {
  if (!isRecordId(memberId)) return null;
  const member = await orNull(pb.collection('guild_members').getOne<GuildMembersRecord>(memberId));
  if (!member) return null;
  if (member.licenceKey !== '') return member.licenceKey;
  const { items } = await pb.collection('guild_handouts').getList(1, 1, {
    filter: pb.filter("member = {:memberId} && licence = 'merchant' && revokedAt = ''", { memberId }),
    fields: 'id',
    skipTotal: true,
  });
  if (items.length === 0) return null;
  await transaction(pb)
    .exec(sql`UPDATE guild_members SET licenceKey = {:key} WHERE id = {:memberId} AND licenceKey = ''`, {
      memberId,
      key: randomBytes(24).toString('base64url'),
    })
    .run();
  return (await pb.collection('guild_members').getOne<GuildMembersRecord>(memberId)).licenceKey;
}

/** The contents of a licence page; null if there is none with this key. */
export async function merchantLicence(pb: PocketBase, key: string): Promise<MerchantLicence | null> {
  if (!KEY.test(key)) return null;
  type Row = GuildMembersRecord & {
    expand?: {
      user?: UsersRecord;
      guild?: GuildsRecord & { expand?: { store?: StoresRecord } };
      tier?: GuildTiersRecord;
    };
  };
  const member = await orNull(
    pb.collection('guild_members').getFirstListItem<Row>(pb.filter('licenceKey = {:key}', { key }), {
      expand: 'user,guild.store,tier',
    }),
  );
  const guild = member?.expand?.guild;
  const store = guild?.expand?.store;
  const user = member?.expand?.user;
  if (!member || !guild || !store || !user) return null;
  const grants = await pb
    .collection('entitlements')
    .getFullList<EntitlementsRecord & { expand?: { product?: ProductsRecord } }>({
      filter: pb.filter(
        "user = {:user} && product.store = {:store} && revokedAt = '' && licences ~ 'merchant' && (source = 'release' || source = 'entry_bundle' || source = 'loyalty')",
        { user: user.id, store: store.id },
      ),
      sort: 'grantedAt',
      expand: 'product',
    });
  const products = new Map<string, MerchantLicence['products'][number]>();
  for (const { product, grantedAt, expand } of grants) {
    const record = expand?.product;
    if (!record || products.has(product)) continue;
    const isVisible = record.state === 'published' || record.state === 'unlisted';
    products.set(product, { id: product, name: record.name, since: instantOf(grantedAt) ?? 0, isVisible });
  }
  const list = [...products.values()];
  return {
    username: user.username,
    guildName: guild.name,
    store: { slug: store.slug, name: store.name },
    isIn: member.state !== '' && memberIsIn(member.state) && member.expand?.tier?.licence === 'merchant',
    products: list.sort((a, b) => a.name.localeCompare(b.name)),
  };
}
