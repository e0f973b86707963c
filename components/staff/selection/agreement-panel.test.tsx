import { configure, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Agreement } from "@/contract/staff/agreement";
import { expectAccessible } from "@/tests/support/axe";
import { page, refusal } from "@/tests/support/staff-actions";
import { AgreementPanel } from "./agreement-panel";

vi.mock("@/lib/i18n/navigation", () => ({
  useRouter: () => ({ push: vi.fn() }),
  Link: (props: object) => <a {...props} />,
}));
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  vi.unstubAllGlobals();
});

const alpha = { value: 0.72, reason: null };
const AGREEMENT: Agreement = {
  ...{ edition: 2026, evaluations: 10, readers: 2, compared: 5, alpha, blended: false },
  criteria: {
    ...{ impact: alpha, utility: alpha, feasibility: alpha, scalability: alpha },
    innovation: { value: null, reason: "no_variance" },
  },
  spreads: [
    { id: "p1", name: "Beta", readings: 2, mean: 60, spread: 28.3, lowest: 40, highest: 80 },
  ],
  evaluators: [
    {
      ...{ id: "e1", name: "Anna Ferrero", readings: 5, shared: 5, difference: -8 },
      ...{ lowest: 20, highest: 90, spread: 30 },
    },
    {
      ...{ id: "e2", name: "Paolo De Angelis", readings: 1, shared: 0, difference: null },
      ...{ lowest: 50, highest: 50, spread: null },
    },
  ],
  cutoffs: [
    {
      ...{ stage: "pre_selected", places: 50, leaving: [] },
      entering: [{ id: "p7", name: "Lana", before: 51, after: 48 }],
    },
  ],
  discussed: null,
};

const asked: string[] = [];
function open(answer: () => Response, language: "it" | "en" = "it") {
  asked.length = 0;
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    asked.push(new URL(url).search);
    return answer();
  });
  page(<AgreementPanel edition={2026} round={2} />, language, "staff");
  const details = screen.getByRole("heading", { level: 2 }).closest("details");
  if (!details) throw new Error("the panel is not folded");
  return () => {
    details.open = true;
    fireEvent(details, new Event("toggle"));
  };
}

test.each([
  [
    "it",
    /abbastanza concorde/,
    "-8,0",
    "nessun confronto",
    /entra un progetto, non ne esce nessuno/,
  ],
  ["en", /agrees fairly well/, "-8.0", "no comparison", /one project enters, none drops out/],
] as const)(
  "the panel loads when it opens, and says what the numbers mean (%s)",
  async (language, level, difference, alone, cutoff) => {
    const unfold = open(() => Response.json(AGREEMENT), language);
    expect(asked).toEqual([]);
    unfold();
    expect(await screen.findByText(level)).toBeDefined();
    expect(asked[0]).toContain("edition=2026&round=2");
    expect(screen.getByText(cutoff)).toBeDefined();
    const row = (name: string) => within(screen.getByText(name).closest("tr") as HTMLElement);
    expect(row("Anna Ferrero").getByText(difference)).toBeDefined();
    expect(row("Paolo De Angelis").getByText(alone)).toBeDefined();
    expect(screen.getByRole("link", { name: "Beta" }).getAttribute("href")).toBe(
      "/dashboard/regia/candidature/p1?from=selection",
    );
    await expectAccessible(document.body);
  },
);

test.each([
  ["it", "Effetto delle discussioni sulla soglia", /esce: posizione 50 prima delle discussioni/],
  ["en", "Effect of the discussions on the threshold", /drops out: rank 50 before/],
] as const)(
  "a jury that discusses has the effect on the threshold (%s)",
  async (language, title, words) => {
    const leaving = [{ id: "p8", name: "Vela", before: 50, after: 52 }];
    const discussed = [{ stage: "pre_selected" as const, places: 50, entering: [], leaving }];
    open(() => Response.json({ ...AGREEMENT, discussed }), language)();
    expect(await screen.findByRole("heading", { name: title })).toBeDefined();
    expect(screen.getByText(words)).toBeDefined();
    await expectAccessible(document.body);
  },
);

test("without two readings of a project, the panel says why α is undefined", async () => {
  const undefinedAlpha = { value: null, reason: "no_pairs" as const };
  const unfold = open(() => Response.json({ ...AGREEMENT, alpha: undefinedAlpha, spreads: [] }));
  unfold();
  expect(
    await screen.findAllByText(/non è calcolabile: nessun progetto ha più di una lettura/),
  ).toHaveLength(2);
});

test("a loading error can be retried", async () => {
  let answer = refusal("jury_not_closed", 403);
  const unfold = open(() => answer);
  unfold();
  const retry = await screen.findByRole("button", { name: "Riprova" });
  answer = Response.json({ ...AGREEMENT, evaluations: 0 });
  fireEvent.click(retry);
  expect(await screen.findByText("Ancora nessuna lettura da confrontare")).toBeDefined();
});
