import { romeDayEnd, romeMidnight } from "@/contract/deadline";
import { config } from "../config";
import type { EditionDates } from "../countdown";

/** The edition the public pages speak of: its Rome days are configuration. */
export async function getCurrentEdition(): Promise<EditionDates> {
  const { opens, closes } = config.edition;
  return {
    year: Number(opens.slice(0, 4)),
    opensAt: romeMidnight(opens).toISOString(),
    closesAt: romeDayEnd(closes).toISOString(),
  };
}
