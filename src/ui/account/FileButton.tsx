interface FileButtonProps {
  /** What the button says. */
  label: string;
  /** The types it offers, as the attribute "accept" takes them. */
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  busy?: boolean;
  /** The id of the sentence that explains it. */
  describedBy?: string | undefined;
  /** What was chosen: one at least. */
  onFiles: (files: [File, ...File[]]) => void;
}

/** A button that chooses files. The same file can be chosen again after it was mended. */
export function FileButton({
  label,
  accept,
  multiple,
  disabled,
  busy,
  describedBy,
  onFiles,
}: FileButtonProps) {
  return (
    <label
      className="btn btn-quiet btn-small cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-verdigris"
      aria-busy={busy}
    >
      <input
        className="sr-only"
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={({ target }) => {
          const [first, ...others] = target.files ?? [];
          target.value = '';
          if (first) onFiles([first, ...others]);
        }}
      />
      {label}
    </label>
  );
}
