import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { configure, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LANGUAGES, type Language } from "@/contract/languages";
import { expectAccessible } from "@/tests/support/axe";
import { answerOf } from "@/tests/support/people/answer";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { refusal } from "@/tests/support/staff-actions";
import { type Application, ApplicationContext } from "../application-context";
import { timelineQuery } from "../timeline/timeline-query";
import { ReceivedFeedback } from "./received-feedback";

configure({ asyncUtilTimeout: 5_000 });
afterEach(() => vi.unstubAllGlobals());

const AT = "2026-11-20T10:00:00.000Z";
const TEXT = { text: "Manca il piano", language: "it", reasons: [] };
const RECEIVED = { feedback: [{ stage: "pre_selected", at: AT, band: "below", texts: [TEXT] }] };

/** Shows the feedback of an applicant. `answers` are the answers of the back end, one for each request. */
function show(language: Language, answers: Response[], isDecided = true) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push(new URL(request.url).pathname);
    return answers.shift() ?? refusal("unavailable", 503);
  });
  const answer = answerOf({ projectSent: true, projectVersion: 1 });
  const queries = { retry: false, staleTime: Infinity };
  const client = new QueryClient({ defaultOptions: { queries } });
  const data = { stage: "pre_selected", outcome: "not_selected" };
  const events = isDecided ? [{ at: AT, type: "decision" as const, data }] : [];
  client.setQueryData(timelineQuery(language, answer).queryKey, { events, dates: [] });
  const application = { answer } as unknown as Application;
  const { container } = renderWithWords(
    <QueryClientProvider client={client}>
      <ApplicationContext value={application}>
        <main>
          <ReceivedFeedback />
        </main>
      </ApplicationContext>
    </QueryClientProvider>,
    language,
  );
  return { asked, container };
}

describe.each(LANGUAGES)("the received feedback in %s", (language) => {
  const words = MESSAGES[language].feedback;

  test("a failure shows an error, and another attempt shows the texts", async () => {
    const answers = [refusal("unavailable", 503), Response.json(RECEIVED)];
    const { container } = show(language, answers);
    expect((await screen.findByRole("alert")).textContent).toContain(words.failed);
    await expectAccessible(container);
    fireEvent.click(screen.getByRole("button", { name: words.retry }));
    expect(await screen.findByRole("heading", { name: words.title })).toBeDefined();
    expect(screen.getByText("Manca il piano").closest("[lang]")?.getAttribute("lang")).toBe("it");
    expect(screen.getByText(words.band.below)).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
    await expectAccessible(container);
  });

  test("a decision without feedback shows nothing", async () => {
    const { asked, container } = show(language, [Response.json({ feedback: [] })]);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(container.textContent).toBe("");
  });

  test("an applicant without a decision asks for no feedback", () => {
    const { asked, container } = show(language, [], false);
    expect([asked, container.textContent]).toEqual([[], ""]);
  });
});
