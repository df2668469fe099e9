import { toast } from '../../../../ui/toast.ts';

/** Puts a text where it can be pasted from. Where the browser forbids that, it is shown, to be copied by hand. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    void toast(said, { kind: 'success' });
  } catch (refused) {
    console.warn('The browser lets nothing be copied.', refused);
    void toast(`Copy it by hand: ${text}`);
  }
}
