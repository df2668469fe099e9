import { type BusySender, type ForPrograms, openBusySender } from '../../front/too-busy.ts';
import { FOR_ALL, failureText, isForProgram } from './api/failure.ts';

const PROGRAMS: ForPrograms = {
  isAskedBy: isForProgram,
  body: (status, sentence) => failureText(status === 429 ? 'too_many_requests' : 'unavailable', sentence),
  headers: FOR_ALL,
};

/**
 * Refuses requests that can wait, programs as the API does.
 * @param common headers of each answer, if none are set on it before.
 * @param state why, in a sentence without its full stop.
 */
export const busySender = (common: Record<string, string> = {}, state?: string): BusySender =>
  openBusySender({ common, programs: PROGRAMS, ...(state === undefined ? {} : { state }) });

/** Refuses a request that can wait. The common headers are set before. */
export const sendBusy: BusySender = busySender();
