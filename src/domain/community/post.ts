import { cleanLine, cleanMarkdown, cleanText, textRefusal } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';

/** A draft is seen by its seller alone. */
export const POST_STATES = ['draft', 'published'] as const;
export type PostState = (typeof POST_STATES)[number];

/** Whom a post is for: everybody, all members of the store's guild, or members of chosen tiers. */
export const POST_AUDIENCES = ['everybody', 'members', 'tiers'] as const;
export type PostAudience = (typeof POST_AUDIENCES)[number];

/** Maximum lengths in characters; `files` is the maximum number of pictures and files of a post. */
export const POST_LIMITS = { title: 120, teaser: 300, text: 20_000, alt: 200, files: 12 } as const;
/** Posts on a page of a store, and in the seller's list. */
export const POSTS_PER_PAGE = 12;
/** Comments on a post's page; older ones are on further pages. */
export const COMMENTS_PER_PAGE = 30;
/** How long a deleted post can be restored, in ms. */
export const POST_UNDO_MS = 86_400_000;

/** What a seller writes. */
export interface PostText {
  title: string;
  /** Shown in lists, and to those who may not read the rest; "" where there is none. */
  teaser: string;
  /** Markdown. */
  text: string;
  audience: PostAudience;
  /** Tiers whose members may read it; empty unless the audience is "tiers". */
  tierIds: string[];
}

/** A picture or a file of a post. */
export interface PostFile {
  id: string;
  kind: 'picture' | 'file';
  name: string;
  sizeBytes: number;
  /** Of a picture, in px; null for other files. */
  width: number | null;
  height: number | null;
  /** What a picture shows; "" where it says nothing. */
  alt: string;
}

/** A post as its seller sees it. */
export interface OwnPost extends PostText {
  id: string;
  state: PostState;
  publishedAt: Instant | null;
  /** Whether a case hides it from everybody else. */
  hidden: boolean;
  /** Version as stored, for compare-and-set. */
  seen: Instant;
}

/** What somebody is to the store that wrote a post. */
export interface PostReader {
  ownsStore: boolean;
  /** The tier of their current membership of the store's guild; null where they are no member. */
  tierId: string | null;
}

/** Whether somebody may read a published post, its files and its comments. */
export function mayReadPost(
  { audience, tierIds }: Pick<PostText, 'audience' | 'tierIds'>,
  { ownsStore, tierId }: PostReader,
): boolean {
  if (audience === 'everybody' || ownsStore) return true;
  return tierId !== null && (audience === 'members' || tierIds.includes(tierId));
}

/** A post's text, cleaned for storage. Tiers are kept only where they count. */
export function cleanPost(post: PostText): PostText {
  const { title, teaser, text, audience, tierIds } = post;
  return {
    ...{ title: cleanLine(title), teaser: cleanText(teaser), text: cleanMarkdown(text), audience },
    tierIds: audience === 'tiers' ? [...new Set(tierIds)] : [],
  };
}

/** What is wrong with a draft, one sentence per field; empty if it can be saved. */
export function postRefusals(post: PostText): Partial<Record<keyof PostText, string>> {
  const refusals: ReturnType<typeof postRefusals> = {};
  const whats = { title: 'a title', teaser: 'a teaser', text: 'the text' };
  for (const field of ['title', 'teaser'] as const) {
    const refusal = textRefusal(post[field], { min: 0, max: POST_LIMITS[field], what: whats[field] });
    if (refusal !== null) refusals[field] = refusal;
  }
  if (cleanMarkdown(post.text).length > POST_LIMITS.text)
    refusals.text = `Use at most ${POST_LIMITS.text} characters.`;
  return refusals;
}

/** What keeps a post from being published, one sentence per field. @param tiers those of the store's guild; null where it has none. */
export function publishPostRefusals(
  post: PostText,
  tiers: readonly { id: string }[] | null,
): Partial<Record<keyof PostText, string>> {
  const { title, text, audience, tierIds } = post;
  const refusals = postRefusals(post);
  const untitled = textRefusal(title, { min: 1, max: POST_LIMITS.title, what: 'a title' });
  if (untitled !== null) refusals.title = untitled;
  if (text.trim() === '') refusals.text = 'Write the text.';
  if (audience !== 'everybody' && tiers === null)
    refusals.audience = 'Open a guild first, or write for everybody.';
  else if (audience === 'tiers' && !tierIds.some((id) => tiers?.some((tier) => tier.id === id)))
    refusals.tierIds = 'Choose at least one tier.';
  return refusals;
}

/** Whom a post is for, in a few words. @param names of its tiers. */
export function audienceText(audience: PostAudience, names: readonly string[] = []): string {
  if (audience === 'everybody') return 'For everybody';
  return audience === 'tiers' && names.length > 0 ? `For ${names.join(', ')}` : 'For members';
}

export type PostRefusal = 'gone' | 'changed';
export const POST_REFUSAL_TEXTS: Record<PostRefusal, string> = {
  gone: 'There is no such post.',
  changed: 'The post has changed in the meantime. Reload the page to see it.',
};
