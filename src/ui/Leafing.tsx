interface LeafingProps {
  /** What is leafed through, for those who only hear it: "Pages of products". */
  label: string;
  /** The page that is shown, from 1. It may lie behind the last, where rows have gone meanwhile. */
  page: number;
  /** How many there are; with one there is nothing to leaf. */
  pages: number;
  onLeaf: (page: number) => void;
}

/** The way to the pages before and behind. */
export function Leafing({ label, page, pages, onLeaf }: LeafingProps) {
  if (pages <= 1) return null;
  return (
    <nav className="mt-6 flex items-center justify-center gap-4" aria-label={label}>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        disabled={page <= 1}
        onClick={() => onLeaf(Math.min(page - 1, pages))}
      >
        Previous
      </button>
      <span>
        Page {page} of {pages}
      </span>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        disabled={page >= pages}
        onClick={() => onLeaf(page + 1)}
      >
        Next
      </button>
    </nav>
  );
}
