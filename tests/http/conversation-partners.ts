import type PocketBase from 'pocketbase';
import sanitizeHtml from 'sanitize-html';
import { actionData } from '../../src/dev/action-data.ts';
import { EXPORT, exportedData } from './exported.ts';
import { cookieOf, signedInUser } from './people.ts';
import { callAction, request, world } from './request.ts';

/** Two users of one test who have a conversation: a seller with a product, and a buyer who owns it. */
export interface ConversationPartners {
  buyer: Participant;
  seller: Participant;
  storeId: string;
  storeSlug: string;
  productId: string;
}

export interface Participant {
  id: string;
  email: string;
  /** Their Cookie header. */
  cookie: string;
  /** Calls an action as this user; `data` is plain JSON, or null if the action refused. */
  call(action: string, input: unknown, form?: boolean): Promise<{ status: number; data: unknown }>;
  /** Their data export, in the shape of an action's answer. */
  exported(): Promise<{ status: number; data: unknown }>;
  /** The HTML of a page as this user gets it. */
  page(path: string): Promise<string>;
}

export async function openConversationPartners(
  pb: PocketBase,
  storeName: string,
  productName: string,
): Promise<ConversationPartners> {
  const tag = crypto.randomUUID().slice(0, 8);
  const [buyer, seller] = await Promise.all([
    participant(pb, `buyer-${tag}`),
    participant(pb, `seller-${tag}`),
  ]);
  const store = await pb
    .collection('stores')
    .create({ owner: seller.id, slug: `s-${tag}`, name: storeName, state: 'open', openedAt: new Date() });
  const product = await pb.collection('products').create({
    store: store.id,
    name: productName,
    slug: `p-${tag}`,
    state: 'published',
    publishedAt: new Date(),
    priceCents: 900,
    licences: ['personal'],
  });
  await pb.collection('entitlements').create({
    user: buyer.id,
    product: product.id,
    source: 'purchase',
    sourceId: tag,
    licences: ['personal'],
    licenceText: 'a'.repeat(64),
    grantedAt: new Date(),
  });
  return { buyer, seller, storeId: store.id, storeSlug: `s-${tag}`, productId: product.id };
}

async function participant(pb: PocketBase, name: string): Promise<Participant> {
  const { id, token, record } = await signedInUser(pb, name);
  const headers = { cookie: cookieOf(token, record) };
  return {
    id,
    email: `${name}@guildhall.test`,
    cookie: headers.cookie,
    async call(action, input, form = false) {
      const answer = await callAction('anonymous', action, input, { headers, form });
      const text = await answer.text();
      return { status: answer.status, data: answer.status === 200 && text !== '' ? actionData(text) : null };
    },
    async exported() {
      const answer = await request('anonymous', EXPORT, { headers });
      return { status: answer.status, data: await exportedData(answer) };
    },
    page: async (path) => (await request('anonymous', path, { headers })).text(),
  };
}

/** Event handlers, script links and injected scripts in a page: what a hostile text would have to become to do harm. */
export function activeMarkup(html: string): string[] {
  const found: string[] = [];
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag(name, attributes) {
      for (const [key, value] of Object.entries(attributes)) {
        if (/^on/i.test(key)) found.push(`<${name} ${key}>`);
        if (/^\s*(javascript|data:text)/i.test(value)) found.push(`<${name} ${key}="${value}">`);
      }
    },
    exclusiveFilter({ tag, text, attribs }) {
      if (tag === 'script' && attribs['type'] !== 'application/ld+json' && text.includes('window.hit'))
        found.push(`<script>${text.slice(0, 80)}`);
      return false;
    },
  });
  for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs))
    JSON.parse(json);
  return found;
}

/** The mails sent to an address. */
export async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  const answer = await fetch(`${world.mailUrl}/api/mails?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as { subject: string; text: string }[];
}
