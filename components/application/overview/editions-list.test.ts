import { expect, test } from "vitest";
import { EMPTY_PROJECT, type ProjectAnswer } from "@/contract/project/project-schemas";
import { announced, hasMoreTime } from "./editions-list";

const EDITION = {
  year: 2026,
  opensAt: "2026-06-30T22:00:00.000Z",
  closesAt: "2026-09-30T22:00:00.000Z",
};
const CLOSED = { ...EDITION, state: "closed" } as const;
const ANSWER: ProjectAnswer = {
  project: EMPTY_PROJECT,
  projectDeadline: false,
  projectSent: false,
  projectDeadlineAt: "2026-10-07T22:00:00.000Z",
  projectSentAt: null,
  projectVersion: 1,
  projectUnsent: false,
  projectSavedAt: null,
  projectWithdrawnAt: null,
  edition: { ...EDITION, afterSending: "editable_until_deadline" },
  editions: [CLOSED],
};

test("an edition closed to everyone else stays open to an applicant with more time, while it lasts", () => {
  expect(hasMoreTime(ANSWER, CLOSED)).toBe(true);
  expect(hasMoreTime(ANSWER, { ...CLOSED, year: 2025 })).toBe(false);
  expect(hasMoreTime({ ...ANSWER, projectDeadline: true }, CLOSED)).toBe(false);
  expect(hasMoreTime({ ...ANSWER, projectDeadlineAt: EDITION.closesAt }, CLOSED)).toBe(false);
});

test("an edition that staff prepare for later is not shown before it is the current one", () => {
  const prepared = { ...CLOSED, year: 2027, state: "not_yet_open" } as const;
  const editions = [prepared, CLOSED];
  expect(announced({ ...ANSWER, editions })).toEqual([CLOSED]);
  const edition = { ...ANSWER.edition, year: 2027 };
  expect(announced({ edition, editions })).toEqual(editions);
});
