/** A field for a colour, as #rrggbb. */
export function ColourField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (colour: string) => void;
}) {
  return (
    <label className="flex items-center gap-3 text-sm font-semibold">
      <input
        type="color"
        className="h-11 w-16 cursor-pointer rounded-lg border border-line bg-card p-1"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {label}
    </label>
  );
}
