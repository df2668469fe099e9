import { useSyncExternalStore } from 'react';

/** Whether the browser itself says that it has no connection. */
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
