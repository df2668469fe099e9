export interface ToastOptions {
  kind?: 'plain' | 'success' | 'error';
  /** One thing the reader may do about it, such as "Undo". */
  action?: { label: string; run: () => void };
}

/**
 * Shows one sentence at the lower right for four seconds. The toaster's code is fetched with the first one. Where even
 * that fails, the sentence goes to the console, for there is no other place left.
 */
export async function toast(message: string, options: ToastOptions = {}): Promise<void> {
  try {
    const { showToast } = await import('./Toaster.tsx');
    showToast(message, options);
  } catch (unreachable) {
    console.warn(message, unreachable);
  }
}
