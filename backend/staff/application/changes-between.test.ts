import { expect, test } from "vitest";
import { EMPTY_PROJECT, type ProjectFile } from "@/contract/project/project-schemas";
import { changesBetween } from "./changes-between";

test("changesBetween reports changed fields regardless of the stored order of file properties", () => {
  const pitch: ProjectFile = {
    id: "1",
    field: "pitch",
    name: "deck.pdf",
    size: 12,
    type: "application/pdf",
    sha256: "0",
    uploaded_at: "2026-10-05T10:00:00.000Z",
  };
  const before = { ...EMPTY_PROJECT, nome: "Uno", pitch };
  const turned = Object.fromEntries(Object.entries(pitch).reverse()) as ProjectFile;
  expect(changesBetween(before, { ...before, pitch: turned })).toEqual([]);
  expect(changesBetween(before, { ...before, nome: "Due", pitch: { ...turned, id: "2" } })).toEqual(
    [
      { field: "nome", before: "Uno", after: "Due" },
      { field: "pitch", before: null, after: null },
    ],
  );
  expect(changesBetween(undefined, before)).toEqual([]);
});
