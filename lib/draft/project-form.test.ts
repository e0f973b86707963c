import { expect, test } from "vitest";
import { SAVED_FIELDS } from "@/contract/project/project-fields";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { differences } from "./form";
import { PROJECT_FORM, valuesOf } from "./project-form";

const empty = valuesOf(EMPTY_PROJECT);
const member = {
  name: "Ada",
  role: "CTO",
  phone: "3331234567",
  age: "age-30_50",
  info: "gb_ref-web",
};

test("files are not part of a save", () => {
  expect(Object.keys(empty)).toEqual(SAVED_FIELDS);
  expect(SAVED_FIELDS).toHaveLength(21);
  expect(SAVED_FIELDS).not.toContain("pitch");
});

test("spaces around a value are not a change", () => {
  expect(differences(PROJECT_FORM, { ...empty, nome: "  " }, empty)).toEqual([]);
  expect(
    differences(PROJECT_FORM, { ...empty, nome: "Filò " }, { ...empty, nome: "Filò" }),
  ).toEqual([]);
  expect(differences(PROJECT_FORM, { ...empty, team: [member] }, empty)).toEqual(["team"]);
});

test("members compare by content, complete or not", () => {
  const turned = (person: typeof member) =>
    Object.fromEntries(Object.entries(person).reverse()) as typeof member;
  for (const person of [member, { ...member, phone: "" }]) {
    const [a, b] = [[person], [turned(person)]].map((team) => ({ ...empty, team }));
    expect(differences(PROJECT_FORM, a!, b!)).toEqual([]);
  }
});

test("an invalid field has an error code", () => {
  expect(PROJECT_FORM.check("anno_costituzione", "20225")).toEqual({ code: "invalid_year" });
  expect(PROJECT_FORM.check("referente_email", "giulia@")).toEqual({ code: "invalid_email" });
  expect(PROJECT_FORM.check("idea", "x".repeat(3001))).toEqual({ code: "too_long" });
  expect(
    PROJECT_FORM.check(
      "team",
      Array.from({ length: 6 }, () => member),
    ),
  ).toEqual({ code: "too_many" });
});
