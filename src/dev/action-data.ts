/**
 * What an action answered with, as data, for clients without Astro. Astro writes answers with `devalue`: a list whose values
 * name each other by their places. A date becomes its ISO text; other special values do not occur in our answers.
 * @throws SyntaxError where the answer is not JSON.
 */
export function actionData(text: string): unknown {
  const values = JSON.parse(text) as unknown[];
  const of = (at: number): unknown => {
    const value = values[at];
    if (Array.isArray(value)) return value[0] === 'Date' ? value[1] : value.map((place: number) => of(place));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, place]) => [name, of(place as number)]));
  };
  return of(0);
}
