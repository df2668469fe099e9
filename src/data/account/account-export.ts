import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { starCountsOf } from '../catalogue/product-fields.ts';
import { savedSearchesOf } from '../catalogue/saved-searches.ts';
import { questionsForExport } from '../community/questions.ts';
import { reviewsByUser } from '../community/reviews.ts';
import type { FollowsRecord, StoresRecord, UsersRecord, WishesRecord } from '../kernel/records.ts';
import { deliveriesTo } from '../library/access-claims.ts';
import { conversationsForExport } from '../messaging/conversation-export.ts';
import { casesAgainst } from '../moderation/cases.ts';
import { reportsOf } from '../moderation/reports.ts';
import { exportNotifications } from '../notifications/notifications.ts';

/** The data export of a user, field by field, without internal bookkeeping. */
export async function exportUser(pb: PocketBase, userId: string, now: Instant = Date.now()): Promise<object> {
  const ownedBy = (field: 'owner' | 'user') => ({
    filter: pb.filter(`${field} = {:userId}`, { userId }),
    sort: 'created',
  });
  const person = pb.collection('users').getOne<UsersRecord>(userId);
  const [rows, lists] = await Promise.all([
    Promise.all([
      person,
      pb.collection('stores').getFullList<StoresRecord>(ownedBy('owner')),
      pb.collection('wishes').getFullList<WishesRecord>(ownedBy('user')),
      pb.collection('follows').getFullList<FollowsRecord>(ownedBy('user')),
    ]),
    Promise.all([
      savedSearchesOf(pb, userId),
      person.then((record) => deliveriesTo(pb, record)),
      reviewsByUser(pb, userId),
      questionsForExport(pb, userId),
      exportNotifications(pb, userId),
      reportsOf(pb, userId),
      casesAgainst(pb, userId),
      conversationsForExport(pb, userId),
    ]),
  ]);
  const [record, stores, wishes, follows] = rows;
  const [savedSearches, deliveries, reviews, questions, notifications, reports, cases, conversations] = lists;
  const { id, username, email, verified, avatar, theme, showMature, created, updated } = record;
  const account = {
    id,
    username,
    email,
    verified,
    avatar,
    theme,
    showMature,
    created,
    updated,
  };
  return {
    exportedAt: new Date(now).toISOString(),
    account,
    stores: stores.map(exportedStore),
    wishes: wishes.map((wish) => ({
      id: wish.id,
      user: wish.user,
      product: wish.product,
      seenCents: wish.seenCents,
      created: wish.created,
      updated: wish.updated,
    })),
    follows: follows.map((follow) => ({
      id: follow.id,
      user: follow.user,
      store: follow.store,
      created: follow.created,
      updated: follow.updated,
    })),
    savedSearches,
    deliveries,
    reviews,
    questions,
    ...notifications,
    reports,
    cases,
    conversations,
  };
}

function exportedStore(store: StoresRecord): object {
  return {
    id: store.id,
    slug: store.slug,
    name: store.name,
    tagline: store.tagline,
    about: store.about,
    logo: store.logo,
    banner: store.banner,
    bannerAlt: store.bannerAlt,
    socials: store.socials,
    vacationNote: store.vacationNote,
    mature: store.mature,
    featured: store.featured,
    state: store.state,
    suspendedWhy: store.suspendedWhy,
    productCount: store.productCount,
    followers: store.followers,
    printCount: store.printCount,
    stars: starCountsOf(store),
    openedAt: store.openedAt,
    created: store.created,
    updated: store.updated,
  };
}
