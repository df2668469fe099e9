import type { APIRoute } from 'astro';
import { paths } from '../../paths.ts';

/** Where password managers send people who change a password. */
export const GET: APIRoute = ({ redirect }) => redirect(paths.profile(), 302);
