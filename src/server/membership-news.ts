import type { Guild } from '../domain/guild.ts';
import type { Counter } from './counter.ts';

/** What a member is told about his membership, each thing once. */
export async function tellMember(_counter: Counter, _guild: Guild, _memberId: string): Promise<void> {}
