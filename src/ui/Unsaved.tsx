import { useEffect, useId, useRef } from 'react';

/**
 * Asks for confirmation before a page with unsaved changes is left: by a link, by going back, by closing the window.
 * Renders nothing until then. Going back is only intercepted where the browser supports it.
 */
export function Unsaved({ dirty }: { dirty: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const proceed = useRef<() => void>(() => undefined);
  const title = useId();
  useEffect(() => {
    if (!dirty) return;
    let leaving = false;
    const ask = (go: () => void) => {
      proceed.current = () => {
        leaving = true;
        go();
      };
      if (!dialog.current?.open) dialog.current?.showModal();
    };
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (!leaving) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      if (leaving || !link || !leadsAway(link, event)) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => link.click());
    };
    const traverse = (event: NavigateEvent) => {
      if (leaving || event.navigationType !== 'traverse' || !event.cancelable) return;
      event.preventDefault();
      const { key } = event.destination;
      ask(() => navigation.traverseTo(key));
    };
    const steps: Navigation | undefined = 'navigation' in window ? window.navigation : undefined;
    addEventListener('beforeunload', beforeUnload);
    document.addEventListener('click', click, { capture: true });
    steps?.addEventListener('navigate', traverse);
    return () => {
      removeEventListener('beforeunload', beforeUnload);
      document.removeEventListener('click', click, { capture: true });
      steps?.removeEventListener('navigate', traverse);
    };
  }, [dirty]);
  return (
    <dialog ref={dialog} className="popup m-auto w-[calc(100%-2rem)] max-w-md p-6" aria-labelledby={title}>
      <h2 id={title} className="text-xl">
        Leave without saving?
      </h2>
      <p className="mt-2 text-ink-2">You have unsaved changes on this page.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <button type="button" className="btn" onClick={() => dialog.current?.close()}>
          Stay here
        </button>
        <button
          type="button"
          className="btn btn-quiet"
          onClick={() => {
            dialog.current?.close();
            proceed.current();
          }}
        >
          Leave
        </button>
      </div>
    </dialog>
  );
}

/** Whether a click on this link replaces the page, rather than opening another window or scrolling. */
function leadsAway(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return false;
  return !link.getAttribute('href')?.startsWith('#');
}
