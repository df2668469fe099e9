/**
 * Why a use case changed nothing: the record does not exist, it was changed concurrently, or a rule refuses with a
 * sentence, which is shown at `field` where there is one.
 */
export type Refusal = 'not-found' | 'changed-meanwhile' | { sentence: string; field?: string };
