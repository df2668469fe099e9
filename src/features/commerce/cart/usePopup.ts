import { useCallback, useEffect, useState } from 'react';
import { CLOSED, type Popup, type PopupEvent, popupAfter } from './popup.ts';

/**
 * Runs the state machine of the cart dropdown with its timer.
 * @param isInert called at each event, because the cart may have changed since the last render.
 */
export function usePopup(isInert: () => boolean): { open: boolean; dispatch: (event: PopupEvent) => void } {
  const [popup, setPopup] = useState<Popup>(CLOSED);
  const dispatch = useCallback(
    (event: PopupEvent) => setPopup((before) => popupAfter(before, event, isInert(), Date.now())),
    [isInert],
  );
  const { closesAt } = popup;
  useEffect(() => {
    if (closesAt === null) return;
    const timer = setTimeout(() => dispatch({ type: 'tick' }), Math.max(0, closesAt - Date.now()));
    return () => clearTimeout(timer);
  }, [closesAt, dispatch]);
  return { open: popup.open, dispatch };
}
