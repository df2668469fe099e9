import type { APIRoute } from 'astro';
import { answerPostFeed } from '../../../features/community/post/post-feed.ts';

export const GET: APIRoute = (context) => answerPostFeed(context, 'xml');
