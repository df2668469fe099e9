/**
 * Why a use case did nothing: what it is about is not there, somebody changed it meanwhile, or a rule says no in a
 * sentence, which stands at a field of the form where it names one.
 */
export type Refusal = 'not-found' | 'changed-meanwhile' | { sentence: string; field?: string };
