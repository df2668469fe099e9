import { useCallback, useEffect, useState } from 'react';
import { CLOSED, type Popup, type PopupEvent, popupAfter } from './popup.ts';

/**
 * Runs the cart's popup against the clock: what to draw, and the way to tell it what happened.
 * @param isInert asked at each event, because the cart may have changed after the last drawing.
 */
export function usePopup(isInert: () => boolean): { open: boolean; tell: (event: PopupEvent) => void } {
  const [popup, setPopup] = useState<Popup>(CLOSED);
  const tell = useCallback(
    (event: PopupEvent) => setPopup((before) => popupAfter(before, event, isInert(), Date.now())),
    [isInert],
  );
  const { closesAt } = popup;
  useEffect(() => {
    if (closesAt === null) return;
    const timer = setTimeout(() => tell({ type: 'tick' }), Math.max(0, closesAt - Date.now()));
    return () => clearTimeout(timer);
  }, [closesAt, tell]);
  return { open: popup.open, tell };
}
