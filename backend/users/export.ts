import type { Readable } from "node:stream";
import { asc, eq, inArray } from "drizzle-orm";
import { ZipFile } from "yazl";
import type { exportMe } from "@/contract/users/users";
import type { Executor } from "../db/connect";
import { consents } from "../db/schema/accounts";
import { editions, files, projects, submissions } from "../db/schema/applications";
import { decisionReleases, decisions } from "../db/schema/evaluations";
import { outbox } from "../db/schema/mail";
import { download } from "../http/download";
import type { Call } from "../http/serve";
import { isTemplate, mailWords } from "../mail/words";
import type { Store } from "../store/store";
import { readUser } from "./profile";

/** Everything held about the account, as a zip that is made while it is sent. */
export async function exportAccount(call: Call<typeof exportMe>) {
  const { db, caller, store, now } = call;
  const zip = new ZipFile();
  const add = (name: string, value: unknown) =>
    zip.addBuffer(Buffer.from(`${JSON.stringify(value, null, 2)}\n`), name);
  add("profile.json", await readUser(db, caller.id));
  add("projects.json", await readProjects(db, caller.id));
  add("mails.json", await readMails(db, caller.id));
  add("consents.json", await readConsents(db, caller.id));
  await addFiles(zip, await readFiles(db, caller.id), store);
  zip.end();
  const name = `export-${now().toISOString().slice(0, 10)}.zip`;
  return download(zip.outputStream as Readable, { type: "application/zip", name });
}

/** Puts the bytes in, one file open at a time. What the store has lost is left out, not an error. */
async function addFiles(
  zip: ZipFile,
  rows: { file: typeof files.$inferSelect; year: number }[],
  store: Store,
): Promise<void> {
  let open: Readable | undefined;
  // The person left half-way: the file being read is closed too.
  zip.outputStream.on("close", () => open?.destroy());
  for (const { file, year } of rows) {
    const size = await store.size(file.id);
    if (size === null) continue;
    const options = { size, mtime: file.uploadedAt, compress: false };
    zip.addReadStreamLazy(entryName(file, year), options, (done) => {
      open = store.open(file.id);
      done(null, open);
    });
  }
}

/** A name that no unzip program can take for a path. */
function entryName({ id, field, name }: typeof files.$inferSelect, year: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
  const safe = name.replaceAll(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, "_");
  return `files/${year}/${field}-${id.slice(0, 8)}-${safe}`;
}

async function readFiles(db: Executor, userId: string) {
  return db
    .select({ file: files, year: editions.year })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .innerJoin(editions, eq(editions.id, projects.editionId))
    .where(eq(projects.userId, userId))
    .orderBy(asc(files.uploadedAt));
}

async function readProjects(db: Executor, userId: string) {
  const rows = await db
    .select({ project: projects, year: editions.year })
    .from(projects)
    .innerJoin(editions, eq(editions.id, projects.editionId))
    .where(eq(projects.userId, userId))
    .orderBy(asc(editions.year));
  const ids = rows.map(({ project }) => project.id);
  if (ids.length === 0) return [];
  const sent = await db.select().from(submissions).where(inArray(submissions.projectId, ids));
  const held = await db.select().from(files).where(inArray(files.projectId, ids));
  const known = await readDecisions(db, ids);
  return rows.map(({ project, year }) => ({
    edition: year,
    decisions: known.flatMap(({ projectId, ...decision }) =>
      projectId === project.id ? [decision] : [],
    ),
    draft: project.fields,
    version: project.version,
    saved_at: project.savedAt,
    sent_at: project.sentAt,
    withdrawn_at: project.withdrawnAt,
    pixel: { browser_id: project.pixelBrowserId, click_id: project.pixelClickId },
    sent: sent
      .filter(({ projectId }) => projectId === project.id)
      .map((one) => ({
        number: one.number,
        sha256: one.sha256,
        sent_at: one.sentAt,
        project: one.project,
      })),
    files: held
      .filter(({ projectId }) => projectId === project.id)
      .map(({ id, field, name, size, type, sha256, uploadedAt }) => ({
        id,
        field,
        name,
        size,
        type,
        sha256,
        uploaded_at: uploadedAt,
      })),
  }));
}

/** What the selection decided, once released; until then it is staff's alone. */
function readDecisions(db: Executor, projectIds: string[]) {
  return db
    .select({
      projectId: decisions.projectId,
      stage: decisions.stage,
      outcome: decisions.outcome,
      correction: decisions.correction,
      released_at: decisionReleases.at,
    })
    .from(decisions)
    .innerJoin(decisionReleases, eq(decisionReleases.id, decisions.releaseId))
    .where(inArray(decisions.projectId, projectIds))
    .orderBy(asc(decisions.sequence));
}

async function readMails(db: Executor, userId: string) {
  const rows = await db
    .select()
    .from(outbox)
    .where(eq(outbox.userId, userId))
    .orderBy(asc(outbox.createdAt));
  return rows.map((row) => ({
    kind: row.template,
    title: isTemplate(row.template) ? mailWords(row.language, row.template).title : "",
    recipient: row.recipient,
    queued_at: row.createdAt,
    sent_at: row.sentAt,
  }));
}

async function readConsents(db: Executor, userId: string) {
  return db
    .select({
      kind: consents.kind,
      accepted: consents.accepted,
      at: consents.at,
      document: consents.document,
      sha256: consents.sha256,
      language: consents.language,
      source: consents.source,
    })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(asc(consents.at));
}
