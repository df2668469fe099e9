import type { APIRoute } from 'astro';
import { answerNewFeed } from '../../features/feed/feed-page.ts';

export const GET: APIRoute = (context) => answerNewFeed(context, 'xml');
