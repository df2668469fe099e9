import { useSyncExternalStore } from 'react';

/** Whether the browser reports that it is offline. */
export function useOffline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('online', changed);
      addEventListener('offline', changed);
      return () => {
        removeEventListener('online', changed);
        removeEventListener('offline', changed);
      };
    },
    () => !navigator.onLine,
    () => false,
  );
}
