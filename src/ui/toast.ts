export interface ToastOptions {
  kind?: 'plain' | 'success' | 'error';
  /** A button in the toast, such as "Undo". */
  action?: { label: string; run: () => void };
}

/** Shows a sentence at the lower right for four seconds. The toaster is loaded with the first one; if that fails, the sentence is logged to the console. */
export async function toast(message: string, options: ToastOptions = {}): Promise<void> {
  try {
    const { showToast } = await import('./Toaster.tsx');
    showToast(message, options);
  } catch (unreachable) {
    console.warn(message, unreachable);
  }
}
