import type { APIRoute } from 'astro';
import { answerStoreFeed } from '../../../features/feed/feed-page.ts';

export const GET: APIRoute = (context) => answerStoreFeed(context, 'json');
