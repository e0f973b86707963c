import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { configure, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { SignInAgain } from "@/components/submission/sign-in-again";
import type { Discussion } from "@/contract/evaluation/discussion";
import { CRITERIA } from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";
import { meQuery } from "@/lib/api/query";
import { expectAccessible } from "@/tests/support/axe";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { DiscussionList } from "./discussion-list";
import { DiscussionPage } from "./discussion-page";

/* Tests the evaluators' discussion pages with a fake back end. The back end's own tests check its responses. */

vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  useSearchParams: () => new URLSearchParams(),
}));

// The loading placeholder stays visible for a minimum time, so that a fast answer does not flicker.
configure({ asyncUtilTimeout: 5_000 });

const scores = { impact: 6, utility: 6, feasibility: 6, scalability: 6, innovation: 6 };
const DISCUSSION: Discussion = {
  ...{ id: "p1", nome: "Vetro Zero", edition: 2026, open: true, chair: false },
  criteria: CRITERIA.map(({ id, weight }) => ({ id, weight })),
  readers: [
    { number: 1, own: true, scores, total: 60, first: null, revisions: [] },
    {
      ...{ number: 2, own: false, scores: { ...scores, impact: 9 }, total: 69 },
      first: { scores, total: 60 },
      revisions: [{ at: "2026-11-20T10:00:00.000Z", reason: "Ho riletto il piano" }],
    },
  ],
  contributions: [
    { id: "c1", reader: 2, own: false, text: "Chi paga?", at: "2026-11-20T09:00:00.000Z" },
    { id: "c2", reader: 2, own: false, text: null, at: "2026-11-20T09:30:00.000Z" },
  ],
  summary: null,
};
const server = { shown: DISCUSSION, sent: [] as unknown[], status: 200 };
async function respond(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("projects/discussions")) {
    return Response.json({
      ...{ edition: 2026, given: true, closed: false, open: false, discussions: [] },
    });
  }
  if (pathname.endsWith("users/me")) {
    const code = "unavailable";
    return Response.json({ code, message: code, data: { status: 503 } }, { status: 503 });
  }
  if (request.method === "POST") {
    server.sent.push([pathname.split("/").at(-1), await request.json()]);
    if (server.status !== 200) {
      const code = "evaluation_closed";
      return Response.json({ code, message: code, data: { status: 403 } }, { status: 403 });
    }
  }
  return Response.json(server.shown);
}

function show(page: React.ReactElement, language: Language = "it") {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(meQuery(language).queryKey, { id: "u1" } as never);
  return renderWithWords(
    <QueryClientProvider client={client}>
      <SignInAgain>
        <main>{page}</main>
      </SignInAgain>
    </QueryClientProvider>,
    language,
  );
}
beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal("fetch", respond);
  Object.assign(server, { shown: DISCUSSION, sent: [], status: 200 });
});

test.each([
  ["it", "Prima chiudi la tua valutazione"],
  ["en", "First close your evaluation"],
] as const)(
  "the list tells an evaluator who has not closed why it is empty (%s)",
  async (language, title) => {
    show(<DiscussionList />, language);
    expect(await screen.findByText(title)).toBeDefined();
  },
);

describe("the discussion of a project", () => {
  test.each([
    ["it", "Persona 2", "prima 60", "Intervento non più visibile."],
    ["en", "Reader 2", "before 60", "Contribution no longer visible."],
  ] as const)(
    "shows readers by number, first values, reasons and hidden contributions (%s)",
    async (language, reader, before, hidden) => {
      const { container } = show(<DiscussionPage id="p1" />, language);
      expect(await screen.findByRole("columnheader", { name: reader })).toBeDefined();
      expect(screen.getAllByText(before)).toHaveLength(1);
      expect(screen.getByText("Ho riletto il piano")).toBeDefined();
      expect(screen.getByText(hidden)).toBeDefined();
      await expectAccessible(container);
    },
  );

  test("keeps an unsent text after a failure and a new page, and clears it once sent", async () => {
    const user = userEvent.setup();
    server.status = 403;
    const { unmount } = show(<DiscussionPage id="p1" />);
    await user.type(await screen.findByLabelText(/Il tuo intervento/), "Io la penso così");
    await user.click(screen.getByRole("button", { name: "Invia" }));
    expect(await screen.findByRole("alert")).toBeDefined();
    unmount();
    server.status = 200;
    show(<DiscussionPage id="p1" />);
    const field = await screen.findByLabelText<HTMLTextAreaElement>(/Il tuo intervento/);
    expect(field.value).toBe("Io la penso così");
    await user.click(screen.getByRole("button", { name: "Invia" }));
    await waitFor(() => expect(field.value).toBe(""));
    expect(server.sent.at(-1)).toEqual(["discussion", { text: "Io la penso così" }]);
  });

  test.each(["it", "en"] as const)(
    "sends no revision without another score and a reason (%s)",
    async (language) => {
      const user = userEvent.setup();
      const words = MESSAGES[language].evaluation.discussion;
      show(<DiscussionPage id="p1" />, language);
      await user.click(await screen.findByText(words.revise));
      const button = () => screen.getByRole("button", { name: new RegExp(words.sendRevision) });
      await user.click(button());
      expect(server.sent).toEqual([]);
      await user.selectOptions(screen.getByLabelText(/Impatto|Impact/), "8");
      await user.type(screen.getByLabelText(new RegExp(words.reason)), "Ci ho ripensato");
      await user.click(button());
      const revised = { scores: { ...scores, impact: 8 }, reason: "Ci ho ripensato" };
      await waitFor(() => expect(server.sent).toEqual([["revision", revised]]));
    },
  );
});

test("if the account cannot be loaded, the page says so instead of loading forever", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderWithWords(
    <QueryClientProvider client={client}>
      <SignInAgain>
        <DiscussionPage id="p1" />
      </SignInAgain>
    </QueryClientProvider>,
  );
  expect(await screen.findByRole("button", { name: "Riprova" })).toBeDefined();
});

test.each([
  ["it", /La discussione è chiusa/],
  ["en", /The discussion has ended/],
] as const)("a discussion that has ended has no form (%s)", async (language, text) => {
  server.shown = { ...DISCUSSION, open: false, chair: true };
  show(<DiscussionPage id="p1" />, language);
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
});
