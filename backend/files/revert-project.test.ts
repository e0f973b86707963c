import { existsSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fullDraft, newPhone } from "@/tests/support/people/project";
import { uploadBench } from "@/tests/support/people/uploader";
import { projects } from "../db/schema/applications";

const { api, makeUser, db, filesDir, deck, ...applicant } = await uploadBench();
const { upload, read, pitch, clip, bytesOf } = applicant;
const PATH = "wp/v2/project";

/** Submits an application, then changes a text, the team, and the deck. */
async function changed() {
  const user = await makeUser();
  const { token } = user;
  await api("POST", PATH, { token, body: fullDraft({ referente_telefono: newPhone() }) });
  await upload(token, pitch());
  await upload(token, clip());
  const sent = await api("POST", `${PATH}/send`, { token });
  expect(sent.status).toBe(200);
  const before = await read(token);
  await api("POST", PATH, { token, body: { nome: "Un altro nome", team: [] } });
  const { id: newDeck } = await upload(token, pitch());
  return { ...user, before, newDeck, receipt: sent.json.receipt };
}

test("reverting to the sent version restores its texts and files, and its receipt still matches", async () => {
  const { token, before, newDeck, receipt } = await changed();
  const now = await read(token);
  expect(now).toMatchObject({ projectUnsent: true, projectSentAs: before.project });
  const answer = await api("POST", `${PATH}/revert`, { token });
  expect(answer.status).toBe(200);
  expect(answer.json.project).toEqual(before.project);
  expect(answer.json).toMatchObject({
    projectUnsent: false,
    projectSentAt: before.projectSentAt,
    projectVersion: now.projectVersion + 1,
  });
  expect((await bytesOf(token, before.project.pitch.id)).bytes).toEqual(deck);
  expect(existsSync(join(filesDir, newDeck))).toBe(false);
  const again = await api("POST", `${PATH}/send`, { token });
  expect(again.json.receipt).toEqual(receipt);
});

test("reverting with an old version is a conflict, and an unsent application cannot be reverted", async () => {
  const { token, before } = await changed();
  const headers = { "If-Match": String(before.projectVersion) };
  const old = await api("POST", `${PATH}/revert`, { token, headers });
  expect([old.status, old.json.code]).toEqual([412, "version_conflict"]);
  const draft = await makeUser();
  await api("POST", PATH, { token: draft.token, body: { nome: "Filò" } });
  expect((await api("POST", `${PATH}/revert`, { token: draft.token })).status).toBe(404);
  const [row] = await db.select().from(projects).where(eq(projects.userId, draft.id));
  expect(row?.fields.nome).toBe("Filò");
});
