import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/**
 * The text area of a message, as high as its text up to a third of the window. Enter sends, Shift+Enter starts a new line.
 * On touch devices Enter starts a new line and the button sends.
 */
export function WritingField({
  field,
  label,
  value,
  maxLength,
  placeholder,
  describedBy,
  onChange,
  onSend,
}: {
  field: RefObject<HTMLTextAreaElement | null>;
  label: string;
  value: string;
  maxLength: number;
  placeholder: string;
  describedBy: string;
  onChange: (text: string) => void;
  onSend: () => void;
}) {
  const isTouch = useTouchInput();
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    void value;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [field, value]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also confirms a word in an input method, as in Japanese.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch) return;
    event.preventDefault();
    onSend();
  };
  return (
    <textarea
      ref={field}
      rows={1}
      className="field block max-h-[33dvh] resize-none overflow-y-auto rounded-[1.5rem] py-2.5 pr-4 pl-4 leading-6"
      aria-label={label}
      aria-describedby={describedBy}
      enterKeyHint={isTouch ? 'enter' : 'send'}
      placeholder={placeholder}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

function useTouchInput(): boolean {
  const [isTouch, setTouch] = useState(false);
  useEffect(() => setTouch(matchMedia('(hover: none) and (pointer: coarse)').matches), []);
  return isTouch;
}
