import { eq } from "drizzle-orm";
import { projects, submissions } from "@/backend/db/schema/applications";
import { outbox } from "@/backend/db/schema/mail";
import type { Draft } from "@/contract/project/project-schemas";
import { testBackend } from "../servers/backend";
import { fullDraft, insertFile } from "./project";

export const PATH = "wp/v2/project";

/** Creates a back end with an open edition. Returns it with test functions for complete applications. */
export async function sendingBench(options: Parameters<typeof testBackend>[0] = {}) {
  const bench = await testBackend(options);
  const { api, db, makeUser } = bench;
  await bench.makeEdition();

  /** Creates an account with a complete application that is not sent. */
  async function complete(changes: Draft = {}) {
    const user = await makeUser();
    await api("POST", PATH, { token: user.token, body: fullDraft(changes) });
    const [project] = await db.select().from(projects).where(eq(projects.userId, user.id));
    await insertFile(db, project!.id, "pitch", `pitch of ${user.id}`);
    await insertFile(db, project!.id, "video", `video of ${user.id}`);
    return { ...user, projectId: project!.id };
  }

  const send = (token: string, headers = {}) => api("POST", `${PATH}/send`, { token, headers });
  const read = async (token: string) => (await api("GET", PATH, { token })).json;
  const mailsOf = (userId: string) => db.select().from(outbox).where(eq(outbox.userId, userId));
  const submissionsOf = (projectId: string) =>
    db.select().from(submissions).where(eq(submissions.projectId, projectId));
  return { ...bench, complete, send, read, mailsOf, submissionsOf };
}
