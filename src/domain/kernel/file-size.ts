const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** A file's size in decimal units, as shops and disks count: "820 bytes", "1.9 MB", "214 MB". */
export function fileSizeText(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (unit < UNITS.length - 1 && Math.round(value * 10) / 10 >= 1000) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
  return digits === 1 && unit === 0 ? '1 byte' : `${digits} ${UNITS[unit]}`;
}
