import { readdir } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { projects } from "@/backend/db/schema/applications";
import { putBytes } from "@/backend/store/put-bytes";
import { SHELF } from "@/backend/store/shelf";
import { insertFile } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";

const { api, db, deps, makeUser, makeEdition, filesDir } = await testBackend();

test("files are kept there and nowhere else, and given back from there", async () => {
  await makeEdition();
  const { id: owner, token } = await makeUser();
  await api("POST", "wp/v2/project", { token, body: { nome: "Filò" } });
  const [project] = await db.select().from(projects).where(eq(projects.userId, owner));
  const { id } = await insertFile(db, project?.id ?? "", "pitch", "a deck");
  await putBytes(deps.store, id, Buffer.from("a deck"));
  expect(String(SHELF.get(id)?.bytes)).toBe("a deck");
  expect(await readdir(filesDir)).not.toContain(id);
  const { response, status } = await api("GET", `wp/v2/project/files/${id}`, { token });
  expect([status, await response.text()]).toEqual([200, "a deck"]);
});

test("the disk is said to be well when the store has room", async () => {
  expect((await api("GET", "health")).json.disk).toBe("up");
});
