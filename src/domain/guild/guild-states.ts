import { byOperator, changesOf, type StateTable } from '../kernel/state-table.ts';
import { GUILD_MOVES, GUILD_STATES, type GuildState } from './guild.ts';

/** Who may change a guild's state. A pause begins and ends at its time, by the site. */
export const GUILD_STATE_TABLE: StateTable<GuildState> = {
  noun: 'guild',
  collection: 'guilds',
  states: GUILD_STATES,
  changes: [
    ...changesOf({ ...GUILD_MOVES, live: GUILD_MOVES.live.filter((to) => to !== 'paused') }, ['seller']),
    // An announced pause, and the end of one.
    { from: ['live'], to: ['paused'], by: ['system'] },
    { from: ['paused'], to: ['live'], by: ['system'] },
    // The last paid month is over.
    { from: ['closing'], to: ['closed'], by: ['system'] },
    byOperator(GUILD_STATES),
  ],
};
