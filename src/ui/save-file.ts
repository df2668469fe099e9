/** Downloads a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // Some browsers start reading the bytes only in the next task.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
