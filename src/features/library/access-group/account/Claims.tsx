/** Progress bar of a group's claims, with labels. */
export function Claims({ claimed, invited }: { claimed: number; invited: number }) {
  const all = claimed + invited;
  if (all === 0) return <p className="text-sm text-ink-2">No people yet</p>;
  return (
    <div>
      <p className="flex justify-between gap-3 text-sm tabular-nums">
        <span>{claimed} claimed</span>
        <span className="text-ink-2">{invited} not claimed yet</span>
      </p>
      <progress
        className="bar mt-1.5"
        max={all}
        value={claimed}
        aria-label={`${claimed} of ${all} have claimed`}
      />
    </div>
  );
}
