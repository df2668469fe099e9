import type { APIRoute } from 'astro';
import { answerNewFeed } from '../../features/catalogue/feed/feed-page.ts';

export const GET: APIRoute = (context) => answerNewFeed(context, 'xml');
