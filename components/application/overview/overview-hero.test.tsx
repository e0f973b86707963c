import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { saveModel } from "@/tests/support/people/save-model";
import { renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { DecisionBanner } from "../notices/decision-banner";
import { timelineQuery } from "../timeline/timeline-query";
import { OverviewHero } from "./overview-hero";

vi.mock("@/lib/browser/server-clock", () => ({
  useServerNow: () => Date.parse("2027-03-20T12:00:00Z"),
  useVisitorZone: () => "Europe/Rome",
}));

test('after a decision, the status shows the decision instead of "sent"', () => {
  const answer = {
    ...saveModel().read(),
    projectSent: true,
    projectDeadline: true,
    projectSentAt: "2026-09-20T10:00:00.000Z",
  };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const data = { stage: "semifinalist", outcome: "selected" };
  const events = [{ at: "2027-03-16T10:00:00.000Z", type: "decision" as const, data }];
  client.setQueryData(timelineQuery("it", answer).queryKey, { events, dates: [] });
  const application = { answer, draft: { subscribe: () => () => {}, snapshot: () => ({}) } };
  renderWithWords(
    <QueryClientProvider client={client}>
      <ApplicationContext value={application as unknown as Application}>
        <DecisionBanner />
        <OverviewHero />
      </ApplicationContext>
    </QueryClientProvider>,
  );
  expect(screen.getAllByText("Sei in semifinale")).toHaveLength(2);
  expect(screen.queryByText("Inviata", { exact: true })).toBeNull();
});
