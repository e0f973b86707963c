import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SignInAgain } from "@/components/submission/sign-in-again";
import type { ProjectList, Ranking } from "@/contract/evaluation/evaluation-schemas";
import type { EvaluationWork } from "@/contract/evaluation/evaluation-work";
import { STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import type { Round } from "@/contract/evaluation/rounds";
import { CRITERIA, NO_SCORES } from "@/contract/evaluation/weights";
import { expectAccessible } from "@/tests/support/axe";
import { inLanguages } from "@/tests/support/in-languages";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { ClosingReview } from "../closing/closing-review";
import { DiscussionList } from "../discussion/discussion-list";
import { EvaluationList } from "../list/evaluation-list";
import { EvaluationsOverview } from "../list/evaluations-overview";
import { RankingView } from "../ranking/ranking-view";

/* Tests the evaluators' pages of an edition with several rounds, with a fake back end. The back end's own tests
   check its responses. */

const url = vi.hoisted(() => ({ search: "" }));
vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  useRouter: () => ({ push: vi.fn() }),
  useSearchParams: () => new URLSearchParams(url.search),
}));
vi.mock("@/lib/browser/server-clock", () => ({
  useServerNow: () => Date.parse("2026-11-12T09:00:00.000Z"),
}));

const FIRST: Round = {
  number: 1,
  names: inLanguages("Prima lettura", "First reading"),
  stage: "pre_selected",
  opens: "2026-10-01T00:00:00.000Z",
  closes: "2026-10-31T23:00:00.000Z",
  weight: null,
  final: false,
};
const SECOND: Round = {
  ...FIRST,
  number: 2,
  names: inLanguages("Seconda lettura", "Second reading"),
  stage: "semifinalist",
  closes: "2026-11-20T23:00:00.000Z",
};
const COUNTS = { total: 50, scored: 10, partial: 0, recused: 0, sent_again: 0 };

function work(given: Partial<EvaluationWork>): EvaluationWork {
  return {
    edition: 2026,
    closed: false,
    closed_at: null,
    sha256: null,
    scoring: "open",
    evaluationOpensAt: "2026-11-10T09:00:00.000Z",
    evaluationDeadlineAt: "2026-11-20T23:00:00.000Z",
    applicationsUntil: null,
    projectsMayCome: false,
    sentMayChange: false,
    counts: COUNTS,
    ...given,
  };
}
const CLOSED = { closed: true, closed_at: "2026-10-30T10:00:00.000Z", sha256: "ab".repeat(32) };

const listOf = (given: Partial<ProjectList>): ProjectList => ({
  ...work(given as Partial<EvaluationWork>),
  projects: [],
  criteria: CRITERIA.map(({ id, weight }) => ({ id, weight })),
  ...given,
});

/** The fake back end: its answers by path, and the requests that it received. */
const server = {
  evaluations: [] as EvaluationWork[],
  list: listOf({}) as ProjectList | null,
  ranking: null as Ranking | null,
  asked: [] as string[],
  closings: [] as unknown[],
};

/** The second round hides the results of the first round from this evaluator. */
const HIDDEN = { results: false, results_after: SECOND.names };
const WAITS =
  "La classifica si apre quando chiudi anche «Seconda lettura», o quando escono i suoi risultati.";

async function respond(request: Request): Promise<Response> {
  const { url: address, method } = request;
  const { pathname, search } = new URL(address);
  const path = pathname.slice(pathname.indexOf("wp/v2/") + 6);
  server.asked.push(`${method} ${path}${search}`);
  const headers = { "X-WP-Total": "0", "X-WP-TotalPages": "0" };
  if (path === "projects_evaluations" && method === "POST") {
    server.closings.push(await request.json());
    return Response.json({ closed: true, closed_at: FIRST.closes, sha256: "ab".repeat(32) });
  }
  if (path === "projects_evaluations") return Response.json({ evaluations: server.evaluations });
  if (path === "projects/next") {
    return Response.json({ project: { id: "p7", nome: "Vetro Zero" }, remaining: 40 });
  }
  if (path === "projects/ranking" && server.ranking) return Response.json(server.ranking);
  if (path === "projects" && server.list) return Response.json(server.list, { headers });
  return Response.json({ code: "not_found", message: "", data: { status: 404 } }, { status: 404 });
}

async function show(ui: ReactElement, locale: "it" | "en" = "it") {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container } = renderWithWords(
    <QueryClientProvider client={client}>
      <SignInAgain>
        <main>{ui}</main>
      </SignInAgain>
    </QueryClientProvider>,
    locale,
  );
  // A page can send a request only after it has received an earlier response, so advance the clock three times.
  for (let step = 0; step < 3; step++) await act(() => vi.advanceTimersByTimeAsync(1_000));
  return container;
}
const links = (inside: HTMLElement = document.body) =>
  within(inside)
    .queryAllByRole("link")
    .map((link) => `${link.textContent} ${link.getAttribute("href")}`);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", respond);
  Object.assign(server, {
    evaluations: [],
    list: listOf({}),
    ranking: null,
    asked: [],
    closings: [],
  });
  url.search = "";
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the home", () => {
  test("has a card for each running round, then rounds to come, then past ones with record and ranking", async () => {
    const toCome = { ...SECOND, number: 3, names: inLanguages("Finale", "Final") };
    server.evaluations = [
      work({ round: { ...toCome, stage: "finalist" }, scoring: "not_yet", results: false }),
      work({ round: SECOND, results: false }),
      work({ round: FIRST, results: true, scoring: "over", ...CLOSED }),
    ];
    const container = await show(<EvaluationsOverview />);
    expect(screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent)).toEqual([
      "Seconda lettura, edizione 2026",
      "Finale, edizione 2026",
      "Prima lettura, edizione 2026",
    ]);
    expect(container.textContent).toContain(
      "Qui leggi 50 progetti preselezionati, per scegliere i semifinalisti.",
    );
    expect(container.textContent).toContain("Si apre appena escono i risultati");
    expect(links()).toEqual([
      "Leggi il prossimo /dashboard/evaluation/p7?edition=2026&round=2",
      "Tutti i progetti /dashboard/evaluation?edition=2026&round=2",
      "Classifica /dashboard/evaluation/ranking?edition=2026&round=1",
      "Il verbale della chiusura /dashboard/evaluation/closing?edition=2026&round=1",
    ]);
    expect(server.asked).toContain("GET projects/next?edition=2026&round=2");
    vi.useRealTimers();
    await expectAccessible(container);
  });

  test("offers no ranking that a later round hides", async () => {
    server.evaluations = [
      work({ round: SECOND, results: false }),
      work({ round: FIRST, results: false, scoring: "over", ...CLOSED }),
    ];
    await show(<EvaluationsOverview />);
    expect(links().filter((link) => link.includes("ranking"))).toEqual([]);
    expect(links()).toContain(
      "Il verbale della chiusura /dashboard/evaluation/closing?edition=2026&round=1",
    );
  });

  test.each([
    ["it", "Adesso legge un’altra giuria."],
    ["en", "Another jury reads now."],
  ] as const)(
    "says in %s that another jury reads now, beside the own past round",
    async (locale, words) => {
      server.evaluations = [
        work({ round: null, evaluationDeadlineAt: null }),
        work({ round: FIRST, results: true, scoring: "over", ...CLOSED }),
      ];
      await show(<EvaluationsOverview />, locale);
      expect(screen.getByRole("heading", { level: 2, name: words })).toBeDefined();
      expect(links().length).toBe(2);
    },
  );

  test("without rounds shows editions as before", async () => {
    server.evaluations = [work({}), work({ edition: 2025, scoring: "over", ...CLOSED })];
    await show(<EvaluationsOverview />);
    expect(links()).toEqual([
      "Leggi il prossimo /dashboard/evaluation/p7?edition=2026",
      "Tutti i progetti /dashboard/evaluation?edition=2026",
      "Classifica /dashboard/evaluation/ranking?edition=2025",
    ]);
    expect(server.asked).toContain("GET projects/next?edition=2026");
  });
});

test("the closing names the round of the page, so a repeated request never closes another round", async () => {
  const { close } = MESSAGES.it.evaluation;
  server.list = listOf({ round: FIRST, results: false });
  await show(<ClosingReview />);
  fireEvent.click(screen.getByRole("button", { name: close.button }));
  fireEvent.click(screen.getByRole("button", { name: close.confirm }));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(server.closings).toEqual([{ closed: true, edition: 2026, round: 1 }]);
});

describe("a round that ended before the evaluator closed", () => {
  const missed = listOf({ round: { ...FIRST, final: true }, results: false, scoring: "over" });

  test.each(["it", "en"] as const)("offers no closing (%s)", async (locale) => {
    const { review } = MESSAGES[locale].evaluation;
    server.list = missed;
    await show(<EvaluationList />, locale);
    expect(links().filter((link) => link.includes("/closing"))).toEqual([]);
    document.body.innerHTML = "";
    await show(<ClosingReview />, locale);
    expect(screen.getByRole("heading", { level: 1, name: review.missedTitle })).toBeDefined();
    expect(screen.getByText(review.missed)).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
    document.body.innerHTML = "";
    await show(<RankingView />, locale);
    const { never } = MESSAGES[locale].evaluation.ranking;
    expect(screen.getByRole("heading", { level: 2, name: never })).toBeDefined();
    expect(links().filter((link) => link.includes("/closing"))).toEqual([]);
  });

  test("can still be closed while its results are not final", async () => {
    server.list = listOf({ round: FIRST, results: false, scoring: "over" });
    await show(<ClosingReview />);
    expect(screen.getAllByRole("button")).not.toHaveLength(0);
  });
});

describe("the list", () => {
  test("names the round, its projects and its end, and its links stay in the round", async () => {
    server.list = listOf({ round: SECOND, results: false });
    await show(<EvaluationList />);
    const band = screen.getByText("Seconda lettura").closest("p");
    expect(band?.textContent?.replaceAll("\u00a0", " ")).toBe(
      "Seconda lettura · i tuoi 50 progetti preselezionati · fino al 20 novembre 2026",
    );
    expect(links()).toContain("Leggi il prossimo /dashboard/evaluation/p7?round=2");
    expect(links()).toContain("Rivedi e chiudi /dashboard/evaluation/closing?round=2");
  });

  test("of a past round says that it is read-only", async () => {
    url.search = "round=1";
    server.list = listOf({ round: FIRST, results: true, scoring: "over", ...CLOSED });
    await show(<EvaluationList />);
    expect(screen.getByText("Prima lettura").closest("p")?.textContent).toContain("sola lettura");
    expect(server.asked).toContain("GET projects?round=1");
  });

  test.each([
    ["to come", { scoring: "not_yet" }, MESSAGES.it.evaluation.rounds.notYet],
    ["without projects", {}, MESSAGES.it.evaluation.rounds.empty],
  ] as const)("of a round %s says so", async (_, given, words) => {
    const counts = { ...COUNTS, total: 0, scored: 0 };
    server.list = listOf({ round: SECOND, results: false, counts, ...given });
    await show(<EvaluationList />);
    expect(screen.getByRole("heading", { name: words })).toBeDefined();
    expect(document.body.textContent).not.toContain(MESSAGES.it.evaluation.list.noneText);
  });

  test("on no jury, or in the round of another jury, leads back to the own evaluations", async () => {
    server.list = listOf({ round: null });
    const { rounds } = MESSAGES.it.evaluation;
    await show(<EvaluationList />);
    expect(screen.getByRole("heading", { name: rounds.none })).toBeDefined();
    expect(links()).toEqual([`${rounds.home} /dashboard`]);
    document.body.innerHTML = "";
    url.search = "round=9";
    server.list = null;
    await show(<EvaluationList />);
    expect(screen.getByRole("heading", { name: rounds.missing })).toBeDefined();
  });
});

test.each([
  ["ranking", <RankingView key="ranking" />],
  ["closing", <ClosingReview key="closing" />],
  ["list of discussions", <DiscussionList key="discussions" />],
])("the %s of another jury's round has a heading of level 1", async (_, page) => {
  const { rounds } = MESSAGES.it.evaluation;
  const titles = () =>
    screen.getAllByRole("heading", { level: 1 }).map(({ textContent }) => textContent);
  url.search = "round=9";
  server.list = null;
  await show(page);
  expect(titles()).toEqual([rounds.missing]);
});

describe("the closing", () => {
  test("names the round in the page and in the question", async () => {
    server.list = listOf({ round: SECOND, results: false });
    await show(<ClosingReview />);
    expect(screen.getByText("Seconda lettura").closest("p")?.textContent).toContain("fino al");
    act(() => screen.getByRole("button", { name: MESSAGES.it.evaluation.close.button }).click());
    expect(screen.getByRole("dialog").textContent).toContain(
      "Chiudi «Seconda lettura», edizione 2026.",
    );
  });

  test("offers the record, and the ranking only if no later round hides it", async () => {
    url.search = "edition=2026&round=1";
    server.list = listOf({ round: FIRST, ...HIDDEN, ...CLOSED });
    await show(<ClosingReview />);
    expect(screen.getByRole("heading", { name: "Il verbale" })).toBeDefined();
    expect(screen.getByText(WAITS)).toBeDefined();
    expect(links().some((link) => link.includes("/ranking"))).toBe(false);
  });

  test("promises the ranking before the closing only if no later round hides it", async () => {
    server.list = listOf({ round: FIRST, ...HIDDEN });
    await show(<ClosingReview />);
    expect(document.body.textContent).toContain("si apre quando chiudi anche «Seconda lettura».");
    expect(document.body.textContent).not.toContain("in cambio vedi la classifica");
    document.body.innerHTML = "";
    server.list = listOf({ round: FIRST, results: false, results_after: null });
    await show(<ClosingReview />);
    expect(document.body.textContent).toContain("in cambio vedi la classifica");
  });
});

describe("the ranking", () => {
  const places = Object.fromEntries(STAGE_IDS.map((id) => [id, 1])) as Record<Stage, number>;
  const row = (id: string, mean: number, rank: number) => ({
    ...{ id, nome: id, industry: "industry-food", mean, spread: 0, evaluators: 2 },
    ...{ criteria: NO_SCORES, rank, calibrated: mean, calibrated_rank: rank },
    stage: null,
  });
  const RANKING = {
    places,
    rows: [row("Alfa", 80, 1), row("Beta", 60, 2)],
    decisions: [],
    method: {
      ...{ minimum_sample: 5, evaluators: 2, mean: null, deviation: null, recomputed: 0 },
      criteria: CRITERIA.map(({ id, weight }) => ({ id, weight })),
    },
  } as unknown as Ranking;
  const lines = () => document.querySelectorAll("td[colspan]").length;

  test("of a round has its figures, one threshold, and tabs of the other readable rounds", async () => {
    url.search = "edition=2026&round=2";
    server.list = listOf({ round: SECOND, results: true, ...CLOSED });
    server.evaluations = [
      work({ round: SECOND, results: true, ...CLOSED }),
      work({ round: FIRST, results: true, ...CLOSED }),
    ];
    server.ranking = RANKING;
    const container = await show(<RankingView />);
    expect(server.asked).toContain("GET projects/ranking?edition=2026&round=2");
    const tabs = screen.getByRole("navigation", { name: MESSAGES.it.evaluation.rounds.tabs });
    expect(links(tabs)).toEqual([
      "Prima lettura /dashboard/evaluation/ranking?edition=2026&round=1",
      "Seconda lettura /dashboard/evaluation/ranking?edition=2026&round=2",
    ]);
    expect(container.textContent).toContain("serve a scegliere i semifinalisti");
    expect(lines()).toBe(1);
    expect(links()).toContain("Alfa /dashboard/evaluation/p-Alfa?round=2".replace("p-", ""));
  });

  test("with a weight says in words what this round counts for, and draws no threshold", async () => {
    server.list = listOf({ round: { ...SECOND, weight: 60 }, results: true, ...CLOSED });
    server.ranking = RANKING;
    const container = await show(<RankingView />);
    expect(container.textContent).toContain("il peso di questa lettura è 60%");
    expect(lines()).toBe(0);
  });

  test("hidden by a later round is not requested, and the page says when it opens", async () => {
    server.list = listOf({ round: FIRST, ...HIDDEN, ...CLOSED });
    await show(<RankingView />);
    expect(screen.getByRole("heading", { name: WAITS })).toBeDefined();
    expect(server.asked.some((one) => one.includes("ranking"))).toBe(false);
  });
});
