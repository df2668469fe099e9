import { type FocusEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

/** A button with a menu above or below it. Closes on Escape, on losing focus and when an item is chosen. */
export function DropMenu({
  label,
  icon,
  side,
  className = 'icon-btn',
  children,
}: {
  label: string;
  icon: ReactNode;
  side: 'above-start' | 'below-end';
  className?: string;
  children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  const where = side === 'above-start' ? 'bottom-full left-0 mb-2' : 'top-full right-0 mt-1';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes the menu when it loses focus
    <div
      ref={box}
      className="relative flex-none"
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {icon}
      </button>
      {isOpen && (
        <div id={id} className={`popup absolute z-20 w-64 max-w-[calc(100vw-2rem)] p-2 ${where}`}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

/** One item of the menu. */
export function MenuItem({
  icon,
  onClick,
  children,
}: {
  icon: ReactNode;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left hover:bg-paper-2"
      onClick={onClick}
    >
      {icon}
      {children}
    </button>
  );
}
