import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Database, Executor } from "@/backend/db/connect";
import { projects, submissions } from "@/backend/db/schema/applications";
import { projectHash } from "@/backend/project/receipt/canonical";
import { EMPTY_PROJECT, type Project } from "@/contract/project/project-schemas";
import { testBackend } from "../servers/backend";

type Sent = {
  fields?: Partial<Project>;
  sentAt?: Date;
  editionId?: string;
  userId?: string;
};

/**
 * Returns five scores by criterion. The arguments are in the contract's order: impact, utility, feasibility,
 * scalability, innovation.
 */
export function five(...values: (number | null)[]) {
  const [impact, utility, feasibility, scalability, innovation] = values;
  return { impact, utility, feasibility, scalability, innovation };
}

/** Changes database rows without the triggers that protect them, as the administrator of the database server could. */
export function behindTheBack(db: Database, work: (tx: Executor) => Promise<unknown>) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await work(tx);
  });
}

/** Creates a back end with an edition. Returns it with test functions for sent projects and evaluators. */
export async function evaluationBench(options?: Parameters<typeof testBackend>[0]) {
  const bench = await testBackend(options);
  const { db, api, clock, makeUser } = bench;
  const edition = await bench.makeEdition();
  let numbers = 0;

  /** Creates a sent project. Returns the ids of the project and the submission, and the receipt number. */
  async function makeSent({ fields, sentAt = clock.now, editionId, userId }: Sent = {}) {
    const owner = userId ?? (await makeUser()).id;
    const [project] = await db
      .insert(projects)
      .values({
        editionId: editionId ?? edition.id,
        userId: owner,
        fields: {},
        version: 1,
        sentVersion: 1,
        sentAt,
      })
      .returning();
    if (!project) throw new Error("no project");
    const submission = await sendAgain(project.id, { fields, sentAt, editionId });
    return { id: project.id, owner, submissionId: submission.id, number: submission.number };
  }

  /** Sends a project again. Afterwards evaluators see only the new submission. */
  async function sendAgain(projectId: string, { fields, sentAt = clock.now, editionId }: Sent) {
    const project: Project = {
      ...EMPTY_PROJECT,
      nome: `Progetto ${randomUUID().slice(0, 8)}`,
      idea: "Un’idea",
      tipologia_impresa: "ti-startup_innovativa",
      stage: "stage-prototype",
      industry: "industry-food",
      tech: "tech-iot",
      ...fields,
    };
    await db
      .update(submissions)
      .set({ current: false })
      .where(eq(submissions.projectId, projectId));
    numbers += 1;
    const [submission] = await db
      .insert(submissions)
      .values({
        projectId,
        editionId: editionId ?? edition.id,
        number: `2026-${String(numbers).padStart(6, "0")}`,
        sha256: projectHash(project),
        version: numbers,
        sentAt,
        project,
      })
      .returning();
    if (!submission) throw new Error("no submission");
    return submission;
  }

  /** Withdraws a project, so that evaluators no longer see it. */
  async function withdraw(projectId: string) {
    await db
      .update(submissions)
      .set({ current: false })
      .where(eq(submissions.projectId, projectId));
  }

  async function makeEvaluator(values: Parameters<typeof makeUser>[0] = {}) {
    const evaluator = await makeUser({ roles: ["evaluator"], ...values });
    const token = evaluator.token;
    return {
      ...evaluator,
      get: (path: string) => api("GET", `wp/v2/${path}`, { token }),
      save: (id: string, body: unknown, headers?: Record<string, string>) =>
        api("POST", `wp/v2/projects/${id}/evaluation`, { token, body, headers }),
      recuse: (id: string, reason: unknown = "Conosco il gruppo") =>
        api("POST", `wp/v2/projects/${id}/recusal`, { token, body: { reason } }),
      takeBack: (id: string) => api("DELETE", `wp/v2/projects/${id}/recusal`, { token }),
      close: (body: unknown = { closed: true }) =>
        api("POST", "wp/v2/projects_evaluations", { token, body }),
    };
  }

  return { ...bench, edition, makeSent, sendAgain, withdraw, makeEvaluator };
}
