/**
 * Who moves a thing from one state to another. `seller` is the owner of the store or somebody of its staff, `person` whoever
 * the change concerns (the accused, a reporter), `system` the site itself: its jobs, and what follows from the payment
 * provider's facts. `rule` is the database: a change that follows from another row, whoever wrote that.
 */
export const MOVERS = ['seller', 'person', 'moderator', 'operator', 'system'] as const;
export type Mover = (typeof MOVERS)[number];

/** What the database itself may do, by a fact that it reads in the same transaction. */
export const STATE_RULES = {
  'case-hides': 'A case that is upheld, or that cannot wait, hides it.',
  'case-is-over': 'The case that hid it does not hide it any more: it returns to the state before.',
} as const;
export type StateRule = keyof typeof STATE_RULES;

/** Some changes of state: from any of these states to any of those, by any of these. */
export interface StateChange<S extends string> {
  from: readonly S[];
  to: readonly S[];
  by: readonly Mover[] | StateRule;
}

/** All changes of state that a noun knows. What is not in the table is refused by the database, whoever asks. */
export interface StateTable<S extends string = string> {
  /** As a person reads it: "product". */
  noun: string;
  /** The collection whose field `state` it is. */
  collection: string;
  states: readonly S[];
  changes: readonly StateChange<S>[];
}

/** Whether the table lets this mover make this change. What a rule of the database does is no mover's. */
export function mayChange<S extends string>(table: StateTable<S>, from: S, to: S, mover: Mover): boolean {
  return table.changes.some(
    ({ by, ...change }) =>
      typeof by !== 'string' && by.includes(mover) && change.from.includes(from) && change.to.includes(to),
  );
}

/** The changes of a map "from each state to these states", for one mover. */
export function changesOf<S extends string>(
  moves: Readonly<Record<S, readonly S[]>>,
  by: readonly Mover[],
): StateChange<S>[] {
  return (Object.keys(moves) as S[])
    .filter((from) => moves[from].length > 0)
    .map((from) => ({ from: [from], to: moves[from], by }));
}

/** What an operator may do everywhere: the dashboard is theirs, and the log names them. */
export const byOperator = <S extends string>(states: readonly S[]): StateChange<S> => ({
  from: states,
  to: states,
  by: ['operator'],
});
