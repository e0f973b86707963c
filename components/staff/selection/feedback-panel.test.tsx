import { cleanup, configure, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES, type Language } from "@/contract/languages";
import type { FeedbackProject, WrittenFeedback } from "@/contract/staff/feedback";
import { expectAccessible } from "@/tests/support/axe";
import { MESSAGES } from "@/tests/support/render";
import { backEnd, PLAN, page, refusal } from "@/tests/support/staff-actions";
import { FeedbackPanel } from "./feedback-panel";

vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 10_000 });
afterEach(() => vi.unstubAllGlobals());

const writtenBy = (id: string, author: string, text: string): WrittenFeedback => ({
  ...{ id, author, text, language: "it", reasons: [], found: [], verdict: null },
});
const BETA: FeedbackProject = {
  ...{ id: "p1", name: "Beta", state: "waiting", own: null, summary: null },
  texts: [
    writtenBy("t1", "Anna Ferrero", "Manca il piano"),
    writtenBy("t2", "Paolo De Angelis", "Idea chiara"),
  ],
};
const LIST = {
  ...{ edition: 2026, stage: "pre_selected", given: true, open: true, page: 1, pages: 1 },
  counts: { all: 1, waiting: 1, empty: 0, ready: 0 },
  projects: [BETA],
};

async function open(language: Language, disabledReason?: string) {
  const plan = { ...PLAN, count: 1, mails: [], effects: [] };
  backEnd(() => Response.json(plan), LIST);
  page(<FeedbackPanel edition={2026} stage="pre_selected" {...{ disabledReason }} />, language);
  await screen.findByText("Manca il piano");
  const details = screen.getAllByRole("group")[0]?.closest("details") as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event("toggle"));
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

test.each([
  ["it", 1, "approveFeedback"],
  ["it", 2, "editFeedback"],
  ["en", 3, "withholdFeedback"],
  ["en", 4, "askFeedback"],
] as const)(
  "the keys J and a number decide about the second text (%s, %i)",
  async (language, key, action) => {
    await open(language);
    press("j");
    press("j");
    expect(document.activeElement?.textContent).toContain("Idea chiara");
    await expectAccessible(document.body);
    press(String(key));
    const { title } = MESSAGES[language].staff.act.of[action];
    const dialog = await screen.findByRole("dialog", { name: title });
    expect(within(dialog).getAllByText("Idea chiara").length).toBeGreaterThan(0);
    expect(within(dialog).queryByText("Manca il piano")).toBeNull();
  },
);

test("the keys open no dialog for a user who can only read", async () => {
  await open("it", "Sola lettura");
  press("j");
  for (const key of ["1", "2", "3", "4"]) press(key);
  expect(screen.queryByRole("dialog")).toBeNull();
});

describe.each(LANGUAGES)("the feedback panel in %s", (language) => {
  const words = MESSAGES[language].staff.feedback;
  /** Shows the unfolded panel. `answers` are the answers of the back end, one for each request. */
  function show(...answers: (Response | Promise<Response>)[]) {
    vi.stubGlobal("fetch", async () => answers.shift());
    page(
      <FeedbackPanel edition={2026} stage="pre_selected" disabledReason={undefined} />,
      language,
    );
    const details = screen.getByText(words.title).closest("details") as HTMLDetailsElement;
    details.open = true;
  }

  test("shows that it loads until the texts arrive", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    show(promise);
    expect(await screen.findByText(MESSAGES[language].loading.label)).toBeDefined();
    await expectAccessible(document.body);
    resolve(Response.json(LIST));
    expect(await screen.findByText("Manca il piano")).toBeDefined();
    expect(screen.queryByText(MESSAGES[language].loading.label)).toBeNull();
  });

  test("shows a failure, and the texts after another attempt", async () => {
    show(refusal("unavailable", 503), Response.json(LIST));
    expect((await screen.findByRole("alert")).textContent).toContain(words.failed);
    await expectAccessible(document.body);
    const { retry } = MESSAGES[language].staff.list;
    fireEvent.click(screen.getByRole("button", { name: retry }));
    expect(await screen.findByText("Manca il piano")).toBeDefined();
  });

  test("says that a stage has no feedback to decide, and that a filter finds none", async () => {
    const counts = { all: 0, waiting: 0, empty: 0, ready: 0 };
    show(Response.json({ ...LIST, counts, projects: [] }));
    expect(await screen.findByText(words.nothing)).toBeDefined();
    expect(screen.getByText(words.nothingText)).toBeDefined();
    await expectAccessible(document.body);
    cleanup();
    show(Response.json(LIST), Response.json({ ...LIST, projects: [] }));
    await screen.findByText("Manca il piano");
    const ready = words.filters.ready.replace("{count, number}", "0");
    fireEvent.click(screen.getByRole("button", { name: ready }));
    expect(await screen.findByText(words.noMatch)).toBeDefined();
  });
});
