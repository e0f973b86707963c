/** Formats an instant as WordPress's `date_gmt`: ISO without milliseconds or zone. */
export function gmt(instant: Date): string {
  return instant.toISOString().slice(0, 19);
}
