import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { EMPTY_PROJECT, type Project, type ProjectFile } from "@/contract/project/project-schemas";
import { canonicalJson, projectHash } from "./canonical";

const FILE: ProjectFile = {
  id: "0b0e7a5e-0000-4000-8000-000000000000",
  field: "pitch",
  name: "a.pdf",
  size: 3,
  type: "application/pdf",
  sha256: "a".repeat(64),
  uploaded_at: "2026-08-20T10:00:00.000Z",
  pages: 12,
};
const MEMBER = { name: "A", role: "B", phone: "C", age: "age-30_50", info: "gb_ref-web" } as const;

test("the hash includes each field of the application", () => {
  const known = new Map([[projectHash(EMPTY_PROJECT), "nothing"]]);
  for (const field of Object.keys(EMPTY_PROJECT) as (keyof Project)[]) {
    const empty = EMPTY_PROJECT[field];
    const value = empty === null ? { ...FILE, field } : field === "team" ? [MEMBER] : "x";
    const hash = projectHash({ ...EMPTY_PROJECT, [field]: value });
    expect(known.get(hash), field).toBeUndefined();
    known.set(hash, field);
  }
  expect(known.size).toBe(Object.keys(EMPTY_PROJECT).length + 1);
});

test("the hash of a file includes its visible data and content but no ids and times", () => {
  const hashWith = (change: Partial<ProjectFile>) =>
    projectHash({ ...EMPTY_PROJECT, pitch: { ...FILE, ...change } });
  const known = hashWith({});
  for (const change of [{ name: "b.pdf" }, { size: 4 }, { type: "x" }, { sha256: "b" }]) {
    expect(hashWith(change)).not.toBe(known);
  }
  expect(hashWith({ id: "other", uploaded_at: "2027-01-01T00:00:00.000Z" })).toBe(known);
});

test("a submission from before a new field keeps its hash", () => {
  const { logo, tech_altro, ...before } = EMPTY_PROJECT;
  const json = (value: unknown) => createHash("sha256").update(canonicalJson(value)).digest("hex");
  expect(projectHash(before as Project)).toBe(json(before));
  expect(projectHash(before as Project)).not.toBe(projectHash(EMPTY_PROJECT));
});
