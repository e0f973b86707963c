/** An instant as WordPress writes `date_gmt`: ISO without milliseconds or zone. */
export function gmt(instant: Date): string {
  return instant.toISOString().slice(0, 19);
}
