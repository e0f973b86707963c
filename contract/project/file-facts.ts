const KB = 1024;
const MB = KB * 1024;

/**
 * Bytes as everybody reads them, "8,4 MB", whoever looks: of the megabytes that the limits are whole
 * numbers of.
 *
 * @param number writes a number as the reader's language does, with one decimal at most
 */
export function sizeWords(bytes: number, number: (value: number) => string): string {
  if (bytes < MB) return `${number(Math.max(1, Math.round(bytes / KB)))} kB`;
  return `${number(bytes / MB)} MB`;
}

/** A length in seconds as minutes and seconds, "1:52". */
export function clockWords(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
