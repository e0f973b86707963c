const KB = 1024;
const MB = KB * 1024;

/**
 * Returns a file size such as "8,4 MB". A megabyte has 1,024 × 1,024 bytes, as in the file limits, so each limit is
 * displayed as a whole number.
 *
 * @param number formats a number in the reader's language, with at most one decimal
 */
export function sizeWords(bytes: number, number: (value: number) => string): string {
  if (bytes < MB) return `${number(Math.max(1, Math.round(bytes / KB)))} kB`;
  return `${number(bytes / MB)} MB`;
}

/** Returns a duration in minutes and seconds, such as "1:52". */
export function clockWords(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
