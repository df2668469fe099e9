import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | null = null;

/** Draws components into an empty page, and waits for what they ask at once. */
export async function show(what: ReactNode): Promise<void> {
  await leave();
  const place = document.body.appendChild(document.createElement('main'));
  await act(async () => {
    root = createRoot(place);
    root.render(what);
  });
}

/** Takes the page away, as a visitor who goes elsewhere. */
export async function leave(): Promise<void> {
  await act(async () => root?.unmount());
  root = null;
  document.body.replaceChildren();
}

/** Does something and waits for what the page makes of it. */
export const perform = <T,>(deed: () => T | Promise<T>): Promise<T> => act(async () => deed());

/** What a person sees: the words of the page, with single spaces. Without a stylesheet only [hidden] hides. */
export function words(of: Element = document.body): string {
  const copy = of.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[hidden]')) hidden.remove();
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? words(element);

/** The button with this name; throws where there is none. */
export function button(name: string): HTMLButtonElement {
  return named('button', name) as HTMLButtonElement;
}

/** Where the link with this name leads. */
export function leadsTo(name: string): string | null {
  return named('a', name).getAttribute('href');
}

/** Whether an element with this name is on the page. */
export const isThere = (tag: string, name: string): boolean =>
  [...document.querySelectorAll(tag)].some((element) => nameOf(element) === name);

function named(tag: string, name: string): Element {
  const all = [...document.querySelectorAll(tag)];
  const found = all.find((element) => nameOf(element) === name);
  if (!found) throw new Error(`No <${tag}> is named “${name}”, only: ${all.map(nameOf).join(' | ')}.`);
  return found;
}

/** The field with this label. */
export function field(label: string): HTMLInputElement {
  const known = [...document.querySelectorAll('label')].find((one) => words(one).startsWith(label));
  const id = known?.getAttribute('for');
  const found = id ? document.getElementById(id) : known?.querySelector('input');
  if (!found) throw new Error(`No field is labelled “${label}”.`);
  return found as HTMLInputElement;
}

/** Types into a field, as React hears it. */
export async function type(into: HTMLInputElement, text: string): Promise<void> {
  await perform(() => {
    // React notices a change only where its own setter was passed by.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(into, text);
    into.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

export const click = (element: HTMLElement): Promise<void> => perform(() => element.click());
