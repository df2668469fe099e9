interface PaginationProps {
  /** The label for screen readers: "Pages of products". */
  label: string;
  /** The page that is shown, from 1. It may be past the last page, where rows were removed meanwhile. */
  page: number;
  /** How many pages there are; with one page the navigation is left out. */
  pages: number;
  onPage: (page: number) => void;
}

/** The buttons to the previous and the next page. */
export function Pagination({ label, page, pages, onPage }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav className="mt-6 flex items-center justify-center gap-4" aria-label={label}>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        disabled={page <= 1}
        onClick={() => onPage(Math.min(page - 1, pages))}
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
        onClick={() => onPage(page + 1)}
      >
        Next
      </button>
    </nav>
  );
}
