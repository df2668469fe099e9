import type { Occasion } from '../../data/notifications/notifications.ts';
import type { NewsKind } from '../../domain/community/follow.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { MailPicture } from '../../domain/notifications/mail-parts.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText, named, pictures } from '../notifications/mail-layout.ts';

/** The content of a notification to followers. */
export interface FollowedThing {
  kind: NewsKind;
  /** The product's or release's id. */
  subject: string;
  name: string;
  store: { id: string; slug: string; name: string };
  /** Shares a notification with other publications of that day. */
  together: boolean;
  /** A public picture of it. */
  picture?: MailPicture | undefined;
}

/** Delay of news mails, so that urgent mails go first; in ms. */
const LATER_MS = 60_000;

/** The notification that a followed store published a model, or its guild a release. */
export function followNews(letterhead: Letterhead, thing: FollowedThing, now: Instant): Occasion {
  const { kind, subject, store, together } = thing;
  const [what, who] = [named(thing.name), named(store.name)];
  const isProduct = kind === 'new-product';
  const more = together ? ', and more' : '';
  const page = isProduct ? paths.product(subject) : paths.storeGuild(store.slug);
  const path = together && isProduct ? paths.storeProducts(store.slug) : page;
  return {
    kind,
    storeId: store.id,
    key: `${kind}:${subject}`,
    about: together ? `${kind}:${store.id}` : null,
    title: isProduct
      ? `${who} has a new model: ${what}${more}`
      : `The guild of ${who} released ${what}${more}`,
    path,
    mail: {
      dueAt: now + LATER_MS,
      subject: isProduct ? `New from ${who}: ${what}` : `${what} is out: ${who}`,
      ...mailText(letterhead, [
        isProduct
          ? `${who}, whom you follow, has published ${what}${more}:`
          : `The guild of ${who}, whom you follow, has published the release ${what}. See what is in it and how to get it:`,
        ...pictures(thing.picture),
        action(letterhead, '', isProduct ? 'See the model' : 'See the release', path),
        action(
          letterhead,
          `You get this mail because you follow ${who}.`,
          'Stores you follow',
          paths.following(),
        ),
      ]),
    },
  };
}
