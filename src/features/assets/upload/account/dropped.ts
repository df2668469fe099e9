/** A file with its path in the dropped folder. */
export interface ChosenFile {
  file: File;
  /** Relative to the root of the drop, separated by slashes; ends in the file name. */
  path: string;
}

/**
 * Every dropped file, folders read recursively. Call it during the drop event: browsers clear the transfer afterwards.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return chosenFiles(transfer.files);
  return (await Promise.all(entries.map(filesBelow))).flat();
}

/** Files from a file or folder picker. */
export function chosenFiles(files: Iterable<File>): ChosenFile[] {
  return [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

async function filesBelow(entry: FileSystemEntry): Promise<ChosenFile[]> {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
    return [{ file, path }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: ChosenFile[] = [];
  // A reader returns entries in batches, the last one empty.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return found;
    found.push(...(await Promise.all(some.map(filesBelow))).flat());
  }
}
