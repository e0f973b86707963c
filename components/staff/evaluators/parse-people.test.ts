import { expect, test } from "vitest";
import { CHOSEN_MAX } from "@/contract/staff/preview";
import { parsePeople } from "./parse-people";

const ada = { first_name: "Ada", last_name: "Riva", email: "ada@example.org" };

test.each([
  ["Ada Riva <Ada@Example.org>, it", { ...ada, language: "it", capacity: null }],
  ["Ada Riva <ada@example.org>", { ...ada, language: "en", capacity: null }],
  ["Ada Riva,ada@example.org,it,40", { ...ada, language: "it", capacity: 40 }],
  ["Ada;Riva;ada@example.org;Italiano;40", { ...ada, language: "it", capacity: 40 }],
  [
    '"Riva, Ada"\tada@example.org\t12',
    { ...ada, first_name: "Riva,", last_name: "Ada", language: "en", capacity: 12 },
  ],
  [
    '"Ada ""Dina"" Riva",ada@example.org',
    { ...ada, last_name: '"Dina" Riva', language: "en", capacity: null },
  ],
])("the line %s invites one person", (line, person) => {
  // The parsed result contains the text of the line with spaces instead of tabs.
  const text = line.replaceAll("\t", " ");
  expect(parsePeople(line, "en")).toEqual([{ line: 1, text, person }]);
});

test.each([
  ["luca.neri(at)studio.example", "email"],
  ["Ada Riva, ada@", "email"],
  ["ada@example.org", "name"],
  ["Ada Riva, ada@example.org, fr", "language"],
  ["Ada Riva, ada@example.org, it, 0", "capacity"],
  ["Ada Riva, ada@example.org, 12.5", "capacity"],
])("the line %s invites no person: %s", (line, wrong) => {
  expect(parsePeople(line, "it")).toEqual([{ line: 1, text: line, wrong }]);
});

test("headers and empty lines are no people, lines keep their numbers, and duplicates are not invited", () => {
  const text =
    "\ufeffname;email;language\r\n\r\nAda Riva;ada@example.org;it\r\nAltra;ADA@example.org\n";
  expect(parsePeople(text, "it").map(({ line, wrong }) => [line, wrong])).toEqual([
    [3, undefined],
    [4, "twice"],
  ]);
  const many = Array.from({ length: CHOSEN_MAX + 1 }, (_, at) => `A B,a${at}@example.org`);
  expect(parsePeople(many.join("\n"), "it").at(-1)?.wrong).toBe("many");
});
