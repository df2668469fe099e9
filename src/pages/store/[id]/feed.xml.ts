import type { APIRoute } from 'astro';
import { answerStoreFeed } from '../../../features/catalogue/feed/feed-page.ts';

export const GET: APIRoute = (context) => answerStoreFeed(context, 'xml');
