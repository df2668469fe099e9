/** A figure of the drill, as its table shows it. */
export interface FigureRow {
  what: string;
  /** What it has to reach. */
  goal: string;
  is: string;
  isHeld: boolean;
}

/** A row that holds where the work does not fail. */
export async function rowOf(
  what: string,
  goal: string,
  work: () => Promise<string | undefined>,
): Promise<FigureRow> {
  try {
    return { what, goal, is: (await work()) ?? goal, isHeld: true };
  } catch (reason) {
    return { what, goal, is: String(reason).slice(0, 300), isHeld: false };
  }
}
