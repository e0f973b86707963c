import { and, eq, inArray, sql } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import type { Project } from "@/contract/project/project-schemas";
import type { RECEIPT_FAULTS } from "@/contract/staff/application";
import type { Database } from "../../db/connect";
import { files, projectEvents, projects, submissions } from "../../db/schema/applications";
import { hashOf } from "../../store/hash";
import type { FileStore } from "../../store/store";
import { wholeFiles } from "../whole-files";
import { projectHash } from "./canonical";

/** A difference between the stored content and the submitted content, in the format of the staff area. */
export type Fault = { what: (typeof RECEIPT_FAULTS)[number]; field?: string; name?: string };

export type Verification = {
  number: string;
  sentAt: Date;
  /** Hash on the receipt. `computed` is the hash of the stored answers and files. */
  stored: string;
  computed: string;
  /** Missing or changed files, answers, or times. `problems` describes these faults as sentences. */
  faults: Fault[];
  problems: string[];
  /**
   * Files of an earlier submission that were deleted to free space. Their recorded hash is used instead of their
   * content.
   */
  released: { field: string; name: string; sha256: string }[];
};

/**
 * Recomputes a receipt's hash from the stored answers and from each file in the file store. For deleted files
 * of an earlier submission, uses the recorded hash. Returns null if the receipt does not exist.
 */
export async function verifyReceipt(
  db: Database,
  store: FileStore,
  number: string,
): Promise<Verification | null> {
  const [row] = await db
    .select({ sent: submissions, erasedAt: projects.erasedAt })
    .from(submissions)
    .innerJoin(projects, eq(projects.id, submissions.projectId))
    .where(eq(submissions.number, number));
  if (!row) return null;
  const { sent, erasedAt } = row;
  const problems: string[] = [];
  const faults: Fault[] = [];
  const wrong = (fault: Fault, sentence: string) => {
    faults.push(fault);
    problems.push(sentence);
  };
  if (erasedAt) {
    wrong(
      { what: "erased" },
      `answers and files were erased on ${romeDay(erasedAt)}: only the number and the fingerprint remain`,
    );
  }
  const released: Verification["released"] = [];
  const mayBeReleased = await findReleased(db, sent);
  const project: Project = { ...sent.project };
  for (const field of FILE_FIELDS) {
    const file = project[field];
    if (!file) continue;
    const isThere = (await store.size(file.id)) !== null;
    const sha256 = isThere ? await hashOf(store.open(file.id)) : null;
    if (sha256 === null && !erasedAt && mayBeReleased.has(file.id)) {
      released.push({ field, name: file.name, sha256: file.sha256 });
      continue;
    }
    const named = { field, name: file.name };
    if (sha256 === null) {
      wrong({ what: "bytes_gone", ...named }, `${field}: the file ${file.name} is missing`);
    } else if (sha256 !== file.sha256) {
      wrong(
        { what: "other_bytes", ...named },
        `${field}: the file ${file.name} is not the one that was sent`,
      );
    }
    project[field] = { ...file, sha256: sha256 ?? "" };
  }
  const computed = projectHash(project);
  if (computed !== sent.sha256 && problems.length === 0) {
    wrong({ what: "answers" }, "the answers are not those that were sent");
  }
  const noted = await db
    .select({ at: projectEvents.at })
    .from(projectEvents)
    .where(
      and(
        eq(projectEvents.projectId, sent.projectId),
        inArray(projectEvents.type, ["sent", "sent_again"]),
        sql`${projectEvents.data}->>'number' = ${number}`,
      ),
    );
  if (noted.some(({ at }) => at.getTime() !== sent.sentAt.getTime())) {
    wrong({ what: "instant" }, "the time of sending differs from the one on the timeline");
  }
  return { number, sentAt: sent.sentAt, stored: sent.sha256, computed, faults, problems, released };
}

/**
 * Returns ids of files deleted to free the applicant's storage quota: no recent submission contains them, and the table
 * `files` no longer lists them.
 */
async function findReleased(db: Database, sent: typeof submissions.$inferSelect) {
  const whole = await wholeFiles(db, sent.projectId);
  const ids = FILE_FIELDS.flatMap((field) => sent.project[field]?.id ?? []);
  const rows = await db.select({ id: files.id }).from(files).where(inArray(files.id, ids));
  const known = new Set([...whole, ...rows.map(({ id }) => id)]);
  return new Set(ids.filter((id) => !known.has(id)));
}
