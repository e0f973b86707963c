import { expect, test, vi } from "vitest";
import { DAY, HOUR, MINUTE } from "@/contract/durations";
import { inLanguages } from "@/tests/support/in-languages";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { useTimes } from "./use-times";

const NOW = Date.parse("2026-11-26T10:00:00Z");
vi.mock("@/lib/browser/server-clock", () => ({ useServerNow: () => NOW }));

type Times = ReturnType<typeof useTimes>;

function saidBy(say: (times: Times) => string | null, locale: "it" | "en") {
  const Said = () => <p>{say(useTimes())}</p>;
  const { container, unmount } = renderWithWords(<Said />, locale);
  const said = container.textContent;
  unmount();
  return said;
}

const at = (left: number) => new Date(NOW + left).toISOString();

test.each([
  // The number of days is rounded down, as on the public site.
  { left: 40 * DAY + 4 * HOUR, it: "ancora 40 giorni", en: "40 days left" },
  { left: 40 * DAY, it: "ancora 40 giorni", en: "40 days left" },
  { left: 2 * DAY - 1, it: "ancora un giorno", en: "one day left" },
  { left: DAY, it: "ancora un giorno", en: "one day left" },
  { left: DAY - 1, it: "ancora 23 ore", en: "23 hours left" },
  { left: 5 * HOUR + 40 * MINUTE, it: "ancora 5 ore", en: "5 hours left" },
  { left: HOUR, it: "ancora un’ora", en: "one hour left" },
  { left: HOUR - 1, it: "ancora 59 minuti", en: "59 minutes left" },
  { left: MINUTE - 1, it: "ancora meno di un minuto", en: "less than a minute left" },
  { left: 0, it: "", en: "" },
  { left: -DAY, it: "", en: "" },
])("with $left ms left, the time left is rounded down: $it", ({ left, it, en }) => {
  expect(saidBy((times) => times.leftUntil(at(left)), "it")).toBe(it);
  expect(saidBy((times) => times.leftUntil(at(left)), "en")).toBe(en);
  const toCome = { projectsMayCome: true, applicationsUntil: at(left), sentMayChange: false };
  const sentence = saidBy((times) => times.toCome(toCome), "it");
  // The sentence names the deadline's time only while the deadline is in the future.
  if (left > 0) expect(sentence).toContain(`(${it}) possono arrivare altri progetti`);
  else expect(sentence).toBe("Può ancora arrivare qualche progetto.");
});

test("after the general deadline no time is named, and no text remains once no project can arrive", () => {
  const after = { applicationsUntil: null, sentMayChange: true };
  const said = (projectsMayCome: boolean) =>
    saidBy((times) => times.toCome({ ...after, projectsMayCome }), "en");
  expect(said(true)).toBe("A project may still arrive, and one already sent may change.");
  expect(said(false)).toBe("");
  expect(MESSAGES.en.evaluation.times.mayCome).not.toMatch(/\{time\}/);
});

const ROUND = {
  ...{ number: 2, names: inLanguages("Seconda", "Second"), stage: "semifinalist" as const },
  ...{ opens: null, closes: null, weight: null, final: false },
};

test.each([
  ["not_yet", DAY, null, "Si apre il 27 novembre 2026, quando sono usciti i risultati"],
  ["not_yet", -DAY, null, "Si apre appena escono i risultati"],
  ["over", -DAY, -HOUR, "La valutazione è finita alle 10:00 del 26 novembre 2026"],
  ["over", -DAY, DAY, "La lettura è finita"],
  ["over", -DAY, null, "La lettura è finita"],
] as const)(
  "a later round that is %s says what holds for its dates (%s, %s)",
  (scoring, opens, closes, words) => {
    const times = {
      round: ROUND,
      scoring,
      evaluationOpensAt: at(opens),
      evaluationDeadlineAt: closes === null ? null : at(closes),
    };
    expect(saidBy((one) => one.scoring(times), "it")?.replaceAll("\u00a0", " ")).toContain(words);
  },
);

test("without rounds an evaluation that opens shows its projects before", () => {
  const times = {
    scoring: "not_yet",
    evaluationOpensAt: at(DAY),
    evaluationDeadlineAt: null,
  } as const;
  expect(saidBy((one) => one.scoring(times), "en")).toContain("until then you can only read");
});
