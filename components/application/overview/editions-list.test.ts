import { expect, test } from "vitest";
import { answerOf, CALL } from "@/tests/support/people/answer";
import { announced, hasMoreTime } from "./editions-list";

const CLOSED = { ...CALL, state: "closed" } as const;
const ANSWER = answerOf({ projectDeadlineAt: "2026-10-07T22:00:00.000Z", editions: [CLOSED] });

test("an edition closed to other applicants stays open to an applicant with an extension, until it ends", () => {
  expect(hasMoreTime(ANSWER, CLOSED)).toBe(true);
  expect(hasMoreTime(ANSWER, { ...CLOSED, year: 2025 })).toBe(false);
  expect(hasMoreTime({ ...ANSWER, projectDeadline: true }, CLOSED)).toBe(false);
  expect(hasMoreTime({ ...ANSWER, projectDeadlineAt: CALL.closesAt }, CLOSED)).toBe(false);
});

test("an edition that staff prepare is not shown before it is the current one", () => {
  const prepared = { ...CLOSED, year: 2027, state: "not_yet_open" } as const;
  const editions = [prepared, CLOSED];
  expect(announced({ ...ANSWER, editions })).toEqual([CLOSED]);
  const edition = { ...ANSWER.edition, year: 2027 };
  expect(announced({ edition, editions })).toEqual(editions);
});
