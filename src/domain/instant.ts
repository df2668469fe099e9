/** A moment in time: milliseconds since 1970-01-01 UTC. Rules never read the clock; they are given `now`. */
export type Instant = number;
