interface FileButtonProps {
  label: string;
  /** The accepted types, as in the attribute "accept". */
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  busy?: boolean;
  /** The id of the describing element. */
  describedBy?: string | undefined;
  /** Receives at least one file. */
  onFiles: (files: [File, ...File[]]) => void;
}

/** A button that opens the file picker. The same file can be chosen again after it was changed. */
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
