import { PROGRAMME_ZONE, romeDayEnd, romeMidnight } from "@/contract/deadline";
import { config } from "../config";
import type { EditionDates } from "../countdown";

/** Days the call stays open from today when no dates are configured: the demo's rule. */
const OPEN_DAYS = 41;
const DAY_MS = 86_400_000;

/** The edition the public pages speak of: its Rome days are configuration. */
export async function getCurrentEdition(now = new Date()): Promise<EditionDates> {
  const today = romeDate(now);
  const opensOn = config.edition.opensOn ?? `${today.slice(0, 4)}-07-01`;
  const lastDay = romeDate(new Date(now.getTime() + (OPEN_DAYS - 1) * DAY_MS));
  const opensAt = romeMidnight(opensOn);
  return {
    year: Number(opensOn.slice(0, 4)),
    // Without configured dates the demo is open, also before July.
    opensAt: (!config.edition.opensOn && opensAt > now
      ? romeMidnight(today)
      : opensAt
    ).toISOString(),
    closesAt: romeDayEnd(config.edition.closesOn ?? lastDay).toISOString(),
  };
}

function romeDate(instant: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: PROGRAMME_ZONE }).format(instant);
}
