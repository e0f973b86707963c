import { expect, test } from "vitest";
import { attendancesAt } from "./attendance";

test.each([
  ["In diretta video", ["online"]],
  ["Live on video", ["online"]],
  ["Molo 3, Bari, e in diretta video", ["online", "onsite"]],
  ["Sala Filanda, Napoli", ["onsite"]],
  ["Livenza, Sala 2", ["onsite"]],
  ["", []],
])("at “%s” people take part %j", (location, attendances) => {
  expect(attendancesAt(location)).toEqual(attendances);
});
