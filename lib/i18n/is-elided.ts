import { romeDay } from "@/contract/deadline";

/** Whether Italian elides the article before a day of the month that begins with a vowel: l’8, l’11. */
export function isElided(at: Date): "true" | "false" {
  return ["08", "11"].includes(romeDay(at).slice(8)) ? "true" : "false";
}
