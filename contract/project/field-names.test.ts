import { describe, expect, test } from "vitest";
import { fieldNames, inSentence } from "./field-names";
import { FIELD_NAMES, ruleOf } from "./project-fields";

describe.each(["it", "en"] as const)("names of fields in %s", (language) => {
  const names = fieldNames(language);

  test("are plain text: the catalogue of the interface is compiled, they are not", () => {
    for (const place of Object.values(names)) {
      for (const field of FIELD_NAMES) expect(place[field]).toMatch(/^[^{}<>'#|]+$/);
    }
  });

  test("tell fields apart where steps are mixed", () => {
    const told = FIELD_NAMES.map((field) => names.name[field]);
    expect(new Set(told).size).toBe(told.length);
    // Emails join the names with commas.
    for (const field of FIELD_NAMES) {
      if (ruleOf(field).required) expect(names.name[field]).not.toContain(",");
    }
  });

  test("are the label where nothing else is said", () => {
    expect(names.name.logo).toBe(names.label.logo);
    expect(names.short.logo).toBe(names.label.logo);
  });
});

test("in a sentence a name begins small, an abbreviation does not", () => {
  expect(inSentence("Età del referente")).toBe("età del referente");
  expect(inSentence("CEO")).toBe("CEO");
});
