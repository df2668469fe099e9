/** How long something took or takes: "40 ms", "15 s", "2 min", "3 h", "4 days". */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 172_800_000) return `${Math.round(ms / 3_600_000)} h`;
  return `${Math.round(ms / 86_400_000)} days`;
}

/** How long ago a moment was. */
export function agoText(at: number, now: number): string {
  return now - at < 1000 ? 'just now' : `${durationText(now - at)} ago`;
}
