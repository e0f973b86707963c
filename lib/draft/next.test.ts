import { describe, expect, test } from "vitest";
import { NO_SCORES } from "@/contract/evaluation/weights";
import { ApiError } from "../api/error";
import { type DraftEvent, next } from "./next";
import { partRecovery } from "./offers";
import { SCORE_FORM, type ScoreValues } from "./score-form";
import { begin, type State } from "./state";
import { copiesOf, savable, viewOf } from "./view";

const EMPTY: ScoreValues = { ...NO_SCORES, note: "" };
/** A variant of the score form in which the user decides about each field separately after an edit conflict. */
const PARTED = { ...SCORE_FORM, whole: false };

type Event = DraftEvent<ScoreValues, never>;
const snapshot = (version: number, changes: Partial<ScoreValues> = {}) => ({
  values: { ...EMPTY, ...changes },
  version,
  savedAt: null,
});
const receive = (version: number, changes: Partial<ScoreValues> = {}): Event => ({
  type: "hear",
  word: snapshot(version, changes),
});
const write = (changes: Partial<ScoreValues>): Event => ({ type: "write", changes });
const save = (version: number, body: Partial<ScoreValues>) => ({ version, body });

function played(events: Event[], form = PARTED, from = begin<ScoreValues, never>(snapshot(1))) {
  const state = events.reduce<State<ScoreValues>>((now, event) => next(form, now, event), from);
  return { state, ...viewOf(form, state) };
}

describe("edits are layered on top of the server's state", () => {
  test("edits are shown as unsaved and do not change the server snapshot", () => {
    const now = played([write({ note: "mia" })]);
    expect(now.values.note).toBe("mia");
    expect(now.stored.note).toBe("");
    expect(now.unsaved).toEqual(["note"]);
    expect(now.state.patch).toEqual({ mine: { note: "mia" }, base: { note: "" }, inHand: null });
  });

  test("saved edits leave no local changes", () => {
    const sent = save(1, { note: "mia" });
    const now = played([
      write({ note: "mia" }),
      { type: "send", save: sent },
      receive(2, { note: "mia" }),
      { type: "store", save: sent },
    ]);
    expect(now.state.patch).toEqual({ mine: {}, base: {}, inHand: null });
    expect(now).toMatchObject({ unsaved: [], version: 2, conflict: null });
  });

  test("typed spaces stay although the server stores the text without them", () => {
    const now = played([write({ note: "  " }), receive(2, { impact: 3 })]);
    expect(now).toMatchObject({ unsaved: [], conflict: null, values: { note: "  ", impact: 3 } });
    expect(played([write({ note: "  " }), receive(2, { note: "sua" })]).values.note).toBe("sua");
  });

  test("an older response changes nothing, and neither does an identical one", () => {
    const { state } = played([receive(4, { note: "sua" }), write({ impact: 7 })]);
    expect(next(PARTED, state, receive(3))).toBe(state);
    expect(next(PARTED, state, receive(4, { note: "sua" }))).toBe(state);
  });
});

describe("changes stored by another window", () => {
  test("fields changed only by another window are merged without a question", () => {
    const now = played([write({ note: "mia" }), receive(2, { impact: 3 })]);
    expect(now).toMatchObject({ conflict: null, unsaved: ["note"], values: { impact: 3 } });
  });

  test("a field changed differently in two windows is an edit conflict and is not saved before the decision", () => {
    const asked = [write({ note: "mia", impact: 7 }), receive(2, { note: "sua" })];
    const now = played(asked);
    expect(now).toMatchObject({ conflict: ["note"], values: { note: "mia" } });
    expect(savable(PARTED, now, false)).toEqual({ impact: 7 });
    const mine = played([...asked, { type: "decide", theirs: [] }]);
    expect(mine).toMatchObject({ conflict: null, unsaved: ["impact", "note"] });
    const theirs = played([...asked, { type: "decide", theirs: ["note"] }]);
    expect(theirs).toMatchObject({ conflict: null, unsaved: ["impact"], values: { note: "sua" } });
  });

  test("an edit conflict stays while typing continues, and ends when both texts are equal", () => {
    const asked = [write({ note: "mia" }), receive(2, { note: "sua" })];
    expect(played([...asked, write({ note: "" })]).conflict).toEqual(["note"]);
    const agreed = [...asked, write({ note: "sua" })];
    expect(played(agreed).conflict).toBeNull();
    expect(played([...agreed, write({ note: "sua e mia" })]).conflict).toBeNull();
  });

  test("the same change on both sides is no conflict, and later edits build on it", () => {
    const now = played([
      write({ note: "noi" }),
      receive(2, { note: "noi" }),
      write({ note: "noi due" }),
    ]);
    expect(now).toMatchObject({ conflict: null, unsaved: ["note"] });
  });

  test("a form with one question as a whole asks it for any field that the other window changed", () => {
    const asked = [write({ note: "mia" }), receive(2, { impact: 3 })];
    const now = played(asked, SCORE_FORM);
    expect(now).toMatchObject({ conflict: ["note"], values: { note: "mia", impact: 3 } });
    expect(savable(SCORE_FORM, now, false)).toEqual({});
    const mine = played([...asked, { type: "decide", theirs: [] }], SCORE_FORM);
    expect(savable(SCORE_FORM, mine, false)).toEqual({ note: "mia" });
    const quiet = played([receive(2, { impact: 3 }), write({ note: "mia" })], SCORE_FORM);
    expect(quiet.conflict).toBeNull();
  });
});

describe("a save whose answer was lost", () => {
  const lost = save(1, { note: "mia" });
  const sent: Event[] = [write({ note: "mia" }), { type: "send", save: lost }];
  const unheard: Event = { type: "fail", save: lost, error: new ApiError("network", 0) };

  test.each([
    ["no answer", new ApiError("network", 0), ["note"]],
    ["half an answer", new ApiError("bad_answer", 200), ["note"]],
    ["an outage", new ApiError("unavailable", 503), ["note"]],
    ["a refusal", new ApiError("version_conflict", 412), []],
  ])(
    "after %s a save's fields are unsaved, undone or not, unless it cannot be stored",
    (_, error, left) => {
      expect(
        played([...sent, { type: "fail", save: lost, error }, write({ note: "" })]).unsaved,
      ).toEqual(left);
    },
  );

  test.each([PARTED, SCORE_FORM])(
    "a save with a lost answer does not conflict with later edits",
    (form) => {
      const now = played(
        [...sent, unheard, write({ note: "mia e poi" }), receive(2, { note: "mia" })],
        form,
      );
      expect(now).toMatchObject({
        conflict: null,
        unsaved: ["note"],
        values: { note: "mia e poi" },
      });
      expect(now.state.sent).toEqual([]);
    },
  );

  test("an undo is kept when the server has stored the undone text", () => {
    const undone = [...sent, unheard, write({ note: "" })];
    const now = played([...undone, receive(2, { note: "mia" })]);
    expect(now).toMatchObject({ conflict: null, unsaved: ["note"], values: { note: "" } });
    // A server snapshot from before the lost save does not show whether the save arrived.
    const later = played([...undone, receive(1, { impact: 3 }), receive(2, { note: "mia" })]);
    expect(later).toMatchObject({ unsaved: ["note"], values: { note: "" } });
  });
});

test("a refused value is marked until it is changed", () => {
  const sent = save(1, { note: "mia" });
  const error = new ApiError("invalid_fields", 422, { fields: { note: "too_long" } });
  const refused: Event[] = [
    write({ note: "mia" }),
    { type: "send", save: sent },
    { type: "fail", save: sent, error },
  ];
  expect(played(refused).problems).toEqual({ note: "too_long" });
  expect(played([...refused, write({ note: "altra" })]).problems).toEqual({});
});

describe("text from before a reload", () => {
  const copy = { mine: { note: "prima" }, base: { note: "" }, inHand: null };
  const offer: Event = { type: "offer", copies: [copy] };

  test("a tab's copy is offered to the next tab, except text that the server already has", () => {
    const left = played([write({ note: "prima", impact: 7 })]);
    const copies = copiesOf(PARTED, left.state, left);
    const found = played([receive(2, { impact: 7 }), { type: "offer", copies }]);
    expect(found.offered).toEqual(copy);
  });

  test.each([PARTED, SCORE_FORM])(
    "recovering text over a different text causes an edit conflict",
    (form) => {
      const found = played([receive(2, { note: "sua" }), offer], form);
      const parts = partRecovery(copy, found.state, found.unsaved);
      const taken = played([{ type: "answer", parts }], form, found.state);
      expect(taken).toMatchObject({ offered: null, conflict: ["note"], values: { note: "prima" } });
    },
  );

  test("text written since the reload is stored first, and the recovery waits", () => {
    const found = played([offer, write({ note: "dopo" })]);
    const parts = partRecovery(copy, found.state, found.unsaved);
    const taken = played([{ type: "answer", parts }], PARTED, found.state);
    expect(taken).toMatchObject({ offered: copy, values: { note: "dopo" } });
  });

  test("retyping or declining the text ends the recovery", () => {
    expect(played([offer, write({ note: "prima" })]).offered).toBeNull();
    expect(played([offer, { type: "answer", parts: null }]).offered).toBeNull();
  });

  test("recovered text that the server already stores is not a local change", () => {
    const found = played([offer, receive(2, { note: "prima" })]);
    const parts = partRecovery(copy, found.state, found.unsaved);
    const events: Event[] = [{ type: "answer", parts }, receive(3, { note: "sua" })];
    const taken = played(events, PARTED, found.state);
    expect(taken).toMatchObject({ conflict: null, unsaved: [], values: { note: "sua" } });
  });
});
