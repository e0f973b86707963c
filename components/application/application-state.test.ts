import { expect, test } from "vitest";
import { EMPTY_PROJECT, type ProjectAnswer } from "@/contract/project/project-schemas";
import { answerOf, CALL } from "@/tests/support/people/answer";
import { closedReason, standingOf } from "./application-state";

const file = {
  id: "f",
  field: "pitch" as const,
  name: "deck.pdf",
  size: 1,
  type: "application/pdf",
  sha256: "",
  uploaded_at: "2026-09-01T08:00:00.000Z",
};
const member = {
  name: "Ada",
  role: "CTO",
  phone: "3331234567",
  age: "age-30_50",
  info: "gb_ref-web",
};
const COMPLETE = {
  ...Object.fromEntries(Object.keys(EMPTY_PROJECT).map((name) => [name, "x"])),
  pitch: file,
  video: file,
  altro_materiale: null,
  logo: null,
  team: [member],
} as unknown as ProjectAnswer["project"];

test("the state of an unsent application follows its progress", () => {
  expect(standingOf(answerOf())).toBe("empty");
  expect(standingOf(answerOf({ project: { ...EMPTY_PROJECT, nome: "Filò" } }))).toBe("partial");
  expect(standingOf(answerOf({ project: COMPLETE }))).toBe("completed");
});

test('the state "sent" overrides other states, after the deadline too', () => {
  const sent = { project: COMPLETE, projectSent: true };
  expect(standingOf(answerOf(sent))).toBe("sent");
  expect(standingOf(answerOf({ ...sent, projectUnsent: true }))).toBe("sent_changed");
  expect(standingOf(answerOf({ ...sent, projectDeadline: true }))).toBe("sent");
});

test("an unsent application is expired after the deadline, and waits before the call opens", () => {
  const begun = { projectVersion: 1, project: { ...EMPTY_PROJECT, impatto: "Filò" } };
  expect(standingOf(answerOf({ ...begun, projectDeadline: true }))).toBe("expired");
  expect(standingOf(answerOf({ projectDeadline: true }))).toBe("missed");
  expect(standingOf(answerOf({ editions: [{ ...CALL, state: "not_yet_open" }] }))).toBe(
    "not_yet_open",
  );
});

test("the edition's rule decides whether a sent application can change", () => {
  const sent = answerOf({ projectSent: true });
  expect(closedReason(sent)).toBeNull();
  const edition = { ...sent.edition, afterSending: "locked" as const };
  expect(closedReason({ ...sent, edition })).toBe("locked_after_sending");
});

test("a withdrawn application is read-only until it is restored", () => {
  const withdrawn = answerOf({ projectWithdrawnAt: "2026-09-01T08:00:00.000Z" });
  expect(standingOf(withdrawn)).toBe("withdrawn");
  expect(closedReason(withdrawn)).toBe("withdrawn");
  expect(closedReason({ ...withdrawn, projectDeadline: true })).toBe("deadline_passed");
});
