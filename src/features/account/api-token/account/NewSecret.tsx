import { toast } from '../../../../ui/toast.ts';

/** A secret that is shown once, with a button that copies it. */
export function NewSecret({ secret }: { secret: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      void toast('Copied.', { kind: 'success' });
    } catch {
      // Some browsers deny access to the clipboard: the text above can be selected.
      void toast('Your browser does not allow this. Select the text and copy it.', { kind: 'error' });
    }
  };
  return (
    <div className="notice mt-6 grid max-w-2xl gap-3" role="status">
      <p>Copy this now. It is not shown again.</p>
      <code className="block rounded bg-paper-2 p-3 break-all select-all">{secret}</code>
      <button type="button" className="btn btn-small justify-self-start" onClick={() => void copy()}>
        Copy
      </button>
    </div>
  );
}
