import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { answerOf, CALL } from "@/tests/support/people/answer";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { NextDates, Timeline } from "./timeline";
import type { TimelineDate } from "./timeline-messages";

const WORDS = MESSAGES.it.dashboard.timeline;
const clock = vi.hoisted(() => ({ now: null as number | null }));
vi.mock("@/lib/browser/server-clock", () => ({ useServerNow: () => clock.now }));
beforeEach(() => {
  clock.now = Date.parse("2026-08-01T12:00:00Z");
});

const DATES: TimelineDate[] = [
  { type: "opens", at: CALL.opensAt },
  { type: "deadline", at: CALL.closesAt },
  { type: "evaluation_opens", at: "2026-10-01T22:00:00.000Z" },
  { type: "winners", at: "2027-03-16T23:00:00.000Z" },
];

function show(projectDates?: TimelineDate[]) {
  const application = { answer: answerOf(projectDates && { projectDates }) };
  renderWithWords(
    <QueryClientProvider client={new QueryClient()}>
      <ApplicationContext value={application as unknown as Application}>
        <NextDates />
        <Timeline />
      </ApplicationContext>
    </QueryClientProvider>,
  );
}
const entries = (name: string) =>
  within(screen.getByRole("region", { name })).queryAllByRole("listitem").length;

test("an applicant without an application sees the same future dates as other applicants", () => {
  show(DATES);
  expect(entries(WORDS.next)).toBe(3);
  expect(entries(WORDS.title)).toBe(1);
  expect(screen.queryByText(WORDS.none)).toBeNull();
});

test("without dates from the back end, the timeline shows the deadline", () => {
  show();
  expect(entries(WORDS.next)).toBe(1);
});

test("the history is not called empty before the time is known, or when it has entries", () => {
  clock.now = null;
  show(DATES);
  expect(screen.queryByText(WORDS.none)).toBeNull();
});

test("before the call opens, the timeline shows no history", () => {
  clock.now = Date.parse("2026-06-01T12:00:00Z");
  show(DATES);
  expect(entries(WORDS.title)).toBe(0);
  expect(screen.getByText(WORDS.none)).toBeTruthy();
});
