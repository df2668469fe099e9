import { type ChosenSwitch, KIND_FACTS, NOTIFICATION_KINDS, switchFor } from './notification.ts';

/** The kinds whose mails a person can switch off; others, and receipts, are always sent. */
export const SWITCHABLE_KINDS = NOTIFICATION_KINDS.filter((kind) => KIND_FACTS[kind].paces.includes('off'));

/** Whether somebody switched off every mail that can be, of every store. */
export function allMailsAreOff(chosen: readonly ChosenSwitch[]): boolean {
  return (
    SWITCHABLE_KINDS.every((kind) => switchFor(chosen, kind, null).mail === 'off') &&
    chosen.every(({ storeId, mail }) => storeId === null || mail === null || mail === 'off')
  );
}
