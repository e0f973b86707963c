import { describe, expect, test } from "vitest";
import { ANSWER_FILTERS } from "../staff/applications";
import { fieldNames, inSentence } from "./field-names";
import { FIELD_NAMES, ruleOf } from "./project-fields";

describe.each(["it", "en"] as const)("names of fields in %s", (language) => {
  const names = fieldNames(language);

  test("field names are plain text, because the catalogue is compiled and they are not", () => {
    for (const place of Object.values(names)) {
      for (const field of FIELD_NAMES) expect(place[field]).toMatch(/^[^{}<>'#|]+$/);
    }
  });

  test("field names are unambiguous in a list of several steps", () => {
    const told = FIELD_NAMES.map((field) => names.name[field]);
    expect(new Set(told).size).toBe(told.length);
    // Field names must contain no comma, because emails join several names with commas.
    for (const field of FIELD_NAMES) {
      if (ruleOf(field).required) expect(names.name[field]).not.toContain(",");
    }
  });

  test("filters name the contact person in the contact person's answers, because no step is around them", () => {
    const own = ANSWER_FILTERS.filter((field) => ruleOf(field).step === "contact");
    expect(own.length).toBeGreaterThan(0);
    for (const field of own) expect(names.short[field]).toBe(names.name[field]);
  });

  test("the default of a field name is the label", () => {
    expect(names.name.logo).toBe(names.label.logo);
    expect(names.short.logo).toBe(names.label.logo);
  });
});

test("a field name inside a sentence begins in lower case unless it is an abbreviation", () => {
  expect(inSentence("Età del referente")).toBe("età del referente");
  expect(inSentence("CEO")).toBe("CEO");
});
