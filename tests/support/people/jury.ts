import type { EvaluatorRow, Jury } from "@/contract/staff/evaluators";

/** The time at which the tests read the list of evaluators. */
export const NOW = "2027-02-09T09:00:00.000Z";
const ROW: Omit<EvaluatorRow, "id" | "name" | "email" | "state" | "read"> = {
  language: "it",
  total: 176,
  recused: 0,
  begun: true,
  finishes_at: null,
  seen_at: NOW,
  invited_at: null,
  answered_at: null,
  link_until: null,
  closed_at: null,
  capacity: null,
  languages: [],
  sectors: [],
  conflicts: [],
  conflict_projects: [],
  words: "",
};
const row = (
  one: Pick<EvaluatorRow, "id" | "name" | "state" | "read"> & Partial<EvaluatorRow>,
) => ({
  ...ROW,
  email: `${one.id}@example.org`,
  ...one,
});
/** Rows of the list of evaluators, including each state. */
export const ROWS: EvaluatorRow[] = [
  row({
    id: "late",
    name: "Paolo Rinaldi",
    state: "late",
    read: 121,
    finishes_at: "2027-03-13T10:00:00.000Z",
  }),
  row({ id: "idle", name: "Sara Leone", state: "late", read: 0, begun: false, seen_at: null }),
  row({
    id: "open",
    name: "Beatrice Moro",
    state: "invited",
    read: 0,
    begun: false,
    link_until: "2027-02-12T09:00:00.000Z",
  }),
  row({
    id: "gone",
    name: "Carla Neri",
    state: "unanswered",
    read: 0,
    begun: false,
    invited_at: "2026-12-25T09:00:00.000Z",
  }),
  row({
    id: "no",
    name: "Franco Riva",
    state: "declined",
    read: 0,
    begun: false,
    answered_at: "2027-01-02T09:00:00.000Z",
    words: "Un conflitto con due candidature.",
  }),
  row({
    id: "good",
    name: "Anna Ferrero",
    state: "on_time",
    read: 158,
    language: "en",
    finishes_at: "2027-02-17T10:00:00.000Z",
  }),
  row({
    id: "done",
    name: "Marta Colli",
    state: "closed",
    read: 176,
    recused: 2,
    closed_at: "2027-02-08T10:00:00.000Z",
  }),
];
/** The API response about evaluators who have read half of their projects. */
export const JURY: Jury = {
  edition: 2026,
  current: true,
  projects: 176,
  evaluators: ROWS,
  counts: {
    all: 7,
    accepted: 4,
    begun: 3,
    states: {
      invited: 1,
      unanswered: 1,
      declined: 1,
      to_begin: 0,
      on_time: 1,
      late: 2,
      closed: 1,
    },
    working: 3,
    conflicts: 0,
  },
  pace: {
    from: "2026-11-30T23:00:00.000Z",
    until: "2027-03-03T23:00:00.000Z",
    expected: 133,
    time: 76,
    read: 65,
  },
  readings: [0, 2, 5, 100, 69].map((projects, readings) => ({ readings, projects })),
  wanted: 3,
  normal: false,
  normal_until: null,
  below: 7,
  missing: 9,
  possible: 9,
};
