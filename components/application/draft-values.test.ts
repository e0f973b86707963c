import { expect, test } from "vitest";
import { EMPTY_PROJECT } from "@/contract/project-schemas";
import { checkField, differences, mergeValues, SAVED_FIELDS, valuesOf } from "./draft-values";

const empty = valuesOf(EMPTY_PROJECT);
const member = {
  name: "Ada",
  role: "CTO",
  phone: "3331234567",
  age: "age-30_50",
  info: "gb_ref-web",
};

test("files are no part of a save", () => {
  expect(SAVED_FIELDS).toHaveLength(21);
  expect(Object.keys(empty)).not.toContain("pitch");
});

test("blanks around a value are no change, another value is", () => {
  expect(differences({ ...empty, nome: "  " }, empty)).toEqual([]);
  expect(differences({ ...empty, nome: "Filò " }, { ...empty, nome: "Filò" })).toEqual([]);
  expect(differences({ ...empty, team: [member] }, empty)).toEqual(["team"]);
});

test("a field says what is wrong with it", () => {
  expect(checkField("anno_costituzione", "20225")).toEqual({ code: "invalid_year" });
  expect(checkField("referente_email", "giulia@")).toEqual({ code: "invalid_email" });
  expect(checkField("idea", "x".repeat(3001))).toEqual({ code: "too_long" });
  expect(
    checkField(
      "team",
      Array.from({ length: 6 }, () => member),
    ),
  ).toEqual({ code: "too_many" });
});

test("fields changed on one side only are joined without a question", () => {
  const base = { ...empty, nome: "Filò" };
  const merged = mergeValues(base, { ...base, idea: "mine" }, { ...base, obiettivi: "theirs" });
  expect(merged.conflicts).toEqual([]);
  expect(merged.taken).toEqual(["obiettivi"]);
  expect(merged.values).toEqual({ ...base, idea: "mine", obiettivi: "theirs" });
});

test("a field changed differently on both sides is a conflict, the same change is none", () => {
  const base = { ...empty, nome: "Filò" };
  const mine = { ...base, nome: "Filò uno", idea: "same" };
  const merged = mergeValues(base, mine, { ...base, nome: "Filò due", idea: "same" });
  expect(merged.conflicts).toEqual(["nome"]);
  expect(merged.values.nome).toBe("Filò uno");
});
