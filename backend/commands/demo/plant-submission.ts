import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { parsePhoneNumberWithError } from "libphonenumber-js";
import { type Draft, EMPTY_PROJECT, type Project } from "@/contract/project";
import type { Executor } from "../../db/connect";
import { projectEvents, projectPeople, projects, submissions } from "../../db/schema";
import type { Edition } from "./editions";
import type { DemoFiles } from "./plant-files";

type Sending = {
  edition: Edition;
  projectId: string;
  fields: Draft;
  files: DemoFiles;
  /** The receipt's number within the edition. */
  number: number;
  at: Date;
};

/** The rows a sending leaves: the frozen version, its people and its place in the timeline. */
export async function plantSubmission(
  db: Executor,
  { edition, projectId, fields, files, number, at }: Sending,
): Promise<string> {
  const project: Project = { ...EMPTY_PROJECT, ...fields, ...files };
  const version = 1 + Object.values(files).filter(Boolean).length;
  const [row] = await db
    .insert(submissions)
    .values({
      projectId,
      editionId: edition.id,
      number: `${edition.year}-${String(number).padStart(6, "0")}`,
      sha256: createHash("sha256").update(JSON.stringify(project)).digest("hex"),
      version,
      sentAt: at,
      project,
      nome: project.nome,
      idea: project.idea,
      tipologiaImpresa: project.tipologia_impresa,
      stage: project.stage,
      industry: project.industry,
      tech: project.tech,
    })
    .returning({ id: submissions.id, number: submissions.number });
  if (!row) throw new Error("no submission");
  await db
    .update(projects)
    .set({ version, savedAt: at, sentVersion: version, sentAt: at })
    .where(eq(projects.id, projectId));
  const phones = new Set(
    [project.referente_telefono, ...project.team.map(({ phone }) => phone)].map(
      (phone) => parsePhoneNumberWithError(phone, "IT").number as string,
    ),
  );
  await db
    .insert(projectPeople)
    .values([...phones].map((phone) => ({ editionId: edition.id, phone, projectId })));
  await db
    .insert(projectEvents)
    .values({ projectId, at, type: "sent", data: { number: row.number } });
  return row.id;
}
