import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';

export interface Dropdown {
  open: boolean;
  setOpen: (open: boolean) => void;
  /** The element around button and list; its `onBlur` closes the list when the focus leaves it. */
  box: RefObject<HTMLDivElement | null>;
  trigger: RefObject<HTMLButtonElement | null>;
  onBlur: (event: FocusEvent) => void;
}

/** A list that a button opens. Escape closes it and focuses the button; a click or the focus elsewhere closes it. */
export function useDropdown(): Dropdown {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    const onPress = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open]);
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return { open, setOpen, box, trigger, onBlur };
}
