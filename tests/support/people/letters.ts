import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { projects } from "@/backend/db/schema/applications";
import { auditEntries } from "@/backend/db/schema/audit-log";
import { testBackend } from "../servers/backend";

export const LETTERS = "wp/v2/staff/letters";
export const APPLICATIONS = "wp/v2/staff/applications";
export const IT = {
  subject: "Manca poco",
  text: "Restano tre giorni.\n\nA presto,\nla segreteria",
};
export const EN = { subject: "Nearly there", text: "Three days are left." };

/** Returns unique texts for a letter from staff, in both languages. */
export const freshTexts = () => ({
  it: { ...IT, subject: `Manca poco ${randomUUID()}` },
  en: EN,
});

/**
 * Creates a back end with an edition, a staff member, and applicants. Returns it with test functions for letters from
 * staff.
 */
export async function letterBench() {
  const bench = await testBackend();
  const { api, db, makeUser } = bench;
  const edition = await bench.makeEdition();
  const rita = await makeUser({ email: "rita@example.org", firstName: "Rita", roles: ["staff"] });
  let seeded = 0;

  /** Creates an applicant with an application in the edition. */
  async function plant(person: Parameters<typeof makeUser>[0] = {}, nome = "Filò") {
    seeded += 1;
    const email = `p${seeded}@example.org`;
    const user = await makeUser({ email, firstName: "Ada", lastName: "Rossi", ...person });
    const [row] = await db
      .insert(projects)
      .values({ editionId: edition.id, userId: user.id, fields: { nome }, version: 1 })
      .returning();
    if (!row) throw new Error("no project");
    return { id: row.id, user: user.id, email: user.email, token: user.token };
  }

  const post = (path: string, body: object, token = rita.token) =>
    api("POST", path, { token, body });
  const get = async (path: string, token = rita.token) => (await api("GET", path, { token })).json;

  /** Previews a letter from staff, then queues the letter with the preview's hash. */
  async function send(body: { selection: object; texts: object }, more: object = {}) {
    const shown = (await post(LETTERS, body)).json;
    const { plan, count } = shown;
    const agreed = { plan, typed: count, reason: "ultima sera", anyway: true };
    return { shown, made: await post(LETTERS, { ...body, ...agreed, ...more }) };
  }

  /** Returns the id of a letter from the number of its audit entry. */
  async function letterOf({ line }: { line: number }) {
    const [act] = await db.select().from(auditEntries).where(eq(auditEntries.number, line));
    return act?.target.letter ?? "";
  }

  return { ...bench, edition, rita, plant, post, get, send, letterOf };
}
