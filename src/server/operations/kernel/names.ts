import { z } from 'astro/zod';

/**
 * The names under which the description of the API lists what routes take and answer. Generated clients call their types so:
 * they are part of the contract.
 */
export const TAKEN = z.registry<{ id: string }>();
export const ANSWERED = z.registry<{ id: string }>();
