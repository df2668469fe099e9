import { toast } from '../../../../ui/toast.ts';

/** Copies a text to the clipboard and confirms with a toast. If the browser forbids it, the toast shows the text. */
export async function copyText(text: string, confirmation: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    void toast(confirmation, { kind: 'success' });
  } catch (refused) {
    console.warn('The browser does not allow copying.', refused);
    void toast(`Copy it by hand: ${text}`);
  }
}
