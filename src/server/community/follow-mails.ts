import type { Occasion } from '../../data/notifications/notifications.ts';
import type { NewsKind } from '../../domain/community/follow.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { MailPicture } from '../../domain/notifications/mail-parts.ts';
import { paths } from '../../paths.ts';
import {
  action,
  type Letterhead,
  mailText,
  oneLineName,
  pictures,
  quoted,
} from '../notifications/mail-layout.ts';

/** The content of a notification to followers. */
export interface FollowedThing {
  kind: NewsKind;
  /** The id of the product, release or post. */
  subject: string;
  name: string;
  store: { id: string; slug: string; name: string };
  /** Shares a notification with other publications of that day. */
  together: boolean;
  /** A public picture of it. */
  picture?: MailPicture | undefined;
  /** Of a post: what everybody may see of it, and whether everybody may read the rest. */
  teaser?: string;
  isPublic?: boolean;
}

/** Delay of news mails, so that urgent mails go first; in ms. */
const LATER_MS = 60_000;

/** What a publication of each kind is called in its notification. `all` is where its seller's newest ones are. */
const WORDS: Record<NewsKind, (thing: FollowedThing, what: string, who: string) => Words> = {
  'new-product': ({ subject, store }, what, who) => ({
    title: `${who} has a new model: ${what}`,
    subject: `New from ${who}: ${what}`,
    text: (more) => `${who}, whom you follow, has published ${what}${more}:`,
    label: 'See the model',
    page: paths.product(subject),
    all: paths.storeProducts(store.slug),
  }),
  'new-release': ({ store }, what, who) => ({
    title: `The guild of ${who} released ${what}`,
    subject: `${what} is out: ${who}`,
    text: (more) =>
      `The guild of ${who}, whom you follow, has published the release ${what}${more}. See what is in it and how to get it:`,
    label: 'See the release',
    page: paths.storeGuild(store.slug),
    all: paths.storeGuild(store.slug),
  }),
  'new-post': ({ subject, store, isPublic = false }, what, who) => ({
    title: `${who} wrote: ${what}`,
    subject: `${who}: ${what}`,
    text: (more) => `${who} has published the post ${what}${more}${isPublic ? '' : ' for members'}.`,
    label: 'Read the post',
    page: paths.readPost(subject, isPublic),
    all: paths.storePosts(store.slug),
  }),
};
interface Words {
  title: string;
  subject: string;
  text: (more: string) => string;
  label: string;
  page: string;
  all: string;
}

/** The notification that a followed store published a model or a post, or its guild a release. */
export function followNews(letterhead: Letterhead, thing: FollowedThing, now: Instant): Occasion {
  const { kind, subject, store, together, teaser = '' } = thing;
  const who = oneLineName(store.name);
  const words = WORDS[kind](thing, oneLineName(thing.name), who);
  const more = together ? ', and more' : '';
  const path = together ? words.all : words.page;
  const why =
    kind === 'new-post'
      ? `You get this mail because you follow ${who} or are a member of their guild.`
      : `You get this mail because you follow ${who}.`;
  return {
    kind,
    storeId: store.id,
    key: `${kind}:${subject}`,
    about: together ? `${kind}:${store.id}` : null,
    title: `${words.title}${more}`,
    path,
    mail: {
      dueAt: now + LATER_MS,
      subject: words.subject,
      ...mailText(letterhead, [
        words.text(more),
        ...(teaser === '' ? [] : [quoted(teaser)]),
        ...pictures(thing.picture),
        action(letterhead, '', words.label, path),
        action(letterhead, why, 'Stores you follow', paths.following()),
      ]),
    },
  };
}
