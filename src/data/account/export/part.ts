import type { Sql } from '../../kernel/sql.ts';

/** One file of a person's data export: the rows of one collection that belong to them. */
export interface ExportPart {
  /** The file's name without its ending. */
  file: string;
  /** What is in it, for the list that the archive begins with. */
  holds: string;
  /** The collection that the rows come from. */
  collection: string;
  /**
   * A SELECT that ends within its WHERE: the collection is `r`, and it answers `id` and the row as JSON in `row`, of the person
   * `{:user}`. CROSS JOIN starts it at the person's rows.
   */
  rows: Sql;
}
