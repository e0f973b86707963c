import { romeMidnight } from "@/contract/deadline";

/**
 * The instant of a local Rome date or date-time ("2026-05-31T18:30"). On the day of a
 * daylight-saving change the offset is taken at the time itself.
 */
export function romeInstant(local: string): Date {
  const [date = "", time = "00:00"] = local.split("T");
  const midnight = romeMidnight(date).getTime();
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const guess = midnight + (hours * 60 + minutes) * 60_000;
  const shown = new Date(guess).toLocaleTimeString("en-GB", {
    timeZone: "Europe/Rome",
    hour: "2-digit",
    minute: "2-digit",
  });
  const [shownHours = 0, shownMinutes = 0] = shown.split(":").map(Number);
  return new Date(guess - ((shownHours - hours) * 60 + (shownMinutes - minutes)) * 60_000);
}

/** An instant as WordPress writes `date_gmt`: ISO without milliseconds and zone. */
export function gmt(instant: Date): string {
  return instant.toISOString().slice(0, 19);
}
