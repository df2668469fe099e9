import type { actions } from 'astro:actions';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';

/** Page views with the names of the pages. */
export type ShownViews = NonNullable<ActionAnswer<typeof actions.sales.figures>['views']>;

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
      <table className="mt-2 w-full text-left text-sm">
        <thead className="text-xs text-ink-2">
          <tr>
            <th scope="col" className="py-2 font-semibold">
              Page
            </th>
            {STAGES.map(([head]) => (
              <th key={head} scope="col" className="py-2 pl-1 text-right font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pages.map((page, at) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: two products may have one name, and the order is the rank
              key={at}
              className="border-t border-line align-top"
            >
              <th scope="row" className="py-2 font-normal break-words">
                {page.name}
              </th>
              {STAGES.map(([head, stage, fill]) => (
                <td key={head} className="py-2 pl-1 text-right tabular-nums">
                  {page.isStore && (stage === 'carts' || stage === 'sold') ? (
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
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
