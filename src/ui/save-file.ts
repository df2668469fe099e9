/** Hands a text to the browser as a download. */
export function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // The download has its own hold on the bytes by the next turn, and no sooner in every browser.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
