import type { actions } from 'astro:actions';
import { DataTable, type TableColumn } from '../../../../ui/account/DataTable.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';

/** Page views with the names of the pages. */
export type ShownViews = NonNullable<ActionAnswer<typeof actions.sales.figures>['views']>;

type Page = ShownViews['pages'][number];

const WIDTH = 100;
const STAGES = [
  ['Views', 'views', 'fill-brass'],
  ['Visits', 'visits', 'fill-brass'],
  ['Carts', 'carts', 'fill-verdigris'],
  ['Sold', 'sold', 'fill-verdigris'],
] as const;

/** The funnel from view to sale by page: each number with a bar relative to the highest in its column. */
export function MostViewed({ views: { pages } }: { views: ShownViews }) {
  if (pages.length === 0) return null;
  const most = (stage: (typeof STAGES)[number][1]) => Math.max(1, ...pages.map((page) => page[stage]));
  return (
    <section className="card p-5" aria-labelledby="most-viewed">
      <h2 id="most-viewed" className="text-lg">
        Most viewed
      </h2>
      <p className="mt-1 text-sm text-ink-2">
        Only visitors who agreed to it are counted, so the real number of views is higher, and there can be
        more sales than carts.
      </p>
      <DataTable
        label="Views and sales by page"
        className="mt-2 max-sm:text-xs"
        right
        rows={pages}
        // Two products may have one name, and the order is the rank.
        keyOf={(_, at) => at}
        columns={[
          { head: 'Page', isRowHead: true, cell: ({ name }) => name },
          ...STAGES.map(
            ([head, stage, fill]): TableColumn<Page> => ({
              head,
              isNumber: true,
              cell: (page) =>
                page.isStore && (stage === 'carts' || stage === 'sold') ? (
                  '–'
                ) : (
                  <>
                    {page[stage]}
                    <svg
                      viewBox={`0 0 ${WIDTH} 4`}
                      preserveAspectRatio="none"
                      height="4"
                      className="mt-1 w-full"
                      aria-hidden="true"
                    >
                      <rect width={(page[stage] / most(stage)) * WIDTH} height="4" className={fill} />
                    </svg>
                  </>
                ),
            }),
          ),
        ]}
      />
    </section>
  );
}
