import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { renderWithWords } from "@/tests/support/render";
import { useDeadlineMessages } from "./deadline";

function Passed({ answer }: { answer: ProjectAnswer }) {
  return <p>{useDeadlineMessages(answer).passed}</p>;
}

test.each([
  [false, /Si è chiusa .* accettiamo ancora/],
  [true, /^Chiusa alle 24:00/],
])("after the deadline, the text says whether changes still count (%s)", (over, words) => {
  const closesAt = "2026-09-30T22:00:00.000Z";
  const edition = { year: 2026, opensAt: "2026-06-30T22:00:00.000Z", closesAt };
  const answer = { edition, projectDeadlineAt: closesAt, projectDeadline: over };
  renderWithWords(<Passed answer={answer as ProjectAnswer} />, "it");
  expect(screen.getByText(words)).toBeTruthy();
});
