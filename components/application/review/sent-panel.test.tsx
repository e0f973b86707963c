import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerOf } from "@/tests/support/people/answer";
import { renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { timelineQuery } from "../timeline/timeline-query";
import { SentPanel } from "./sent-panel";

test.each([
  ["2026-11-30T23:00:00.000Z", "2026-12-07T23:00:00.000Z", /fino al 30 nov.*escono l’8 dic/],
  ["2026-11-11T23:00:00.000Z", "2026-12-09T23:00:00.000Z", /fino all’11 nov.*escono il 10 dic/],
])("the next steps write the articles of their dates: %s, %s", (reading, winners, expected) => {
  const answer = answerOf({ projectSent: true, projectVersion: 1 });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const dates = [
    { type: "evaluation_closes" as const, at: reading },
    { type: "winners" as const, at: winners },
  ];
  client.setQueryData(timelineQuery("it", answer).queryKey, { events: [], dates });
  const application = { answer, closed: "deadline_passed", user: { email: "ada@example.org" } };
  renderWithWords(
    <QueryClientProvider client={client}>
      <ApplicationContext value={application as unknown as Application}>
        <SentPanel sending={{} as Parameters<typeof SentPanel>[0]["sending"]} />
      </ApplicationContext>
    </QueryClientProvider>,
    "it",
  );
  const items = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(items.join(" ").replaceAll("\u00a0", " ")).toMatch(expected);
});
