import { beforeEach, expect, test } from "vitest";
import { DAY, HOUR } from "@/contract/durations";
import { testDatabase } from "@/tests/support/servers/database";
import { previewLinks } from "../db/schema/preview-links";
import { deleteExpiredRecords } from "../housekeeping";
import { runPreviewLinks } from "./preview-links";

const { db } = await testDatabase();
const now = new Date("2026-08-20T10:00:00.500Z");
const later = (ms: number) => new Date(now.getTime() + ms);
const item = { type: "posts", slug: "новости", lang: "en" } as const;
const issue = async (hours: number) => {
  const [made] = await runPreviewLinks(db, now, { action: "issue", item, hours, by: "Giada" });
  if (!made) throw new Error("no link was made");
  return made;
};
const listed = async (at = now) =>
  (await runPreviewLinks(db, at, { action: "list" })).map(({ id }) => id);
const isKnown = async (id: string, at = now) =>
  (await runPreviewLinks(db, at, { action: "check", id })).length === 1;

beforeEach(() => db.delete(previewLinks));

test("a preview link is stored with its maker, and known until it expires", async () => {
  const link = await issue(72);
  const expires = Date.parse("2026-08-23T10:00:00Z") / 1000;
  expect(link).toMatchObject({ ...item, expires, by: "Giada", createdAt: now.toISOString() });
  expect(await isKnown(link.id)).toBe(true);
  expect(await listed(later(3 * DAY))).toEqual([]);
  expect(await isKnown(link.id, later(3 * DAY))).toBe(false);
});

test("a revoked link is unknown, and the others stay until all are revoked", async () => {
  const [one, other, third] = [await issue(1), await issue(2), await issue(3)];
  expect(await runPreviewLinks(db, now, { action: "revoke", id: one.id })).toEqual([one]);
  expect(await runPreviewLinks(db, now, { action: "revoke", id: one.id })).toEqual([]);
  expect(await isKnown(one.id)).toBe(false);
  expect((await listed()).sort()).toEqual([other.id, third.id].sort());
  expect(await runPreviewLinks(db, now, { action: "revoke", id: "all" })).toHaveLength(2);
  expect(await listed()).toEqual([]);
});

test("housekeeping deletes expired links with the names of their makers", async () => {
  await issue(1);
  const long = await issue(24);
  await deleteExpiredRecords(db, later(2 * HOUR));
  expect((await db.select().from(previewLinks)).map(({ id }) => id)).toEqual([long.id]);
});
