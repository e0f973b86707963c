import { and, asc, eq, inArray } from "drizzle-orm";
import { CRITERIA } from "@/contract/evaluation/weights";
import { languageOf } from "@/contract/languages";
import { wholeProject } from "@/contract/project/project-schemas";
import { type printDossiers as contract, DOSSIERS_MAX } from "@/contract/staff/applications";
import { users } from "../../db/schema/accounts";
import { projects, submissions } from "../../db/schema/applications";
import { fill, messagesIn } from "../../documents/messages";
import { type Dossier, writeDossiers } from "../../evaluations/export/dossier-pdf";
import { download, fileSlug } from "../../http/download";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { applicationsMatching } from "../applications/application-filter";
import { editionOf } from "../edition-of";
import { projectOf } from "../project-of";
import { readableOf, recordReading } from "./reading";

/**
 * Returns the current submissions of the selected applications as one printable PDF, ordered by name. Omits
 * applications that staff cannot read. Writes to the audit log that staff read the included applications. Rule:
 * staff.reads-sent.
 */
export async function printDossiers(call: Call<typeof contract>) {
  const { db, body, caller, arrivedAt, config, language } = call;
  const { selection } = body;
  const where =
    "query" in selection
      ? await applicationsMatching(
          db,
          selection.query,
          await editionOf(db, selection.query.edition, arrivedAt),
          arrivedAt,
          caller.id,
        )
      : inArray(projects.id, selection.ids);
  const chosen = await db
    .select({ id: projects.id, submission: submissions, written: users.language })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .innerJoin(submissions, and(eq(submissions.projectId, projects.id), submissions.current))
    .where(where)
    .orderBy(asc(submissions.nomeKey), asc(projects.id))
    .limit(DOSSIERS_MAX + 1);
  if (chosen.length > DOSSIERS_MAX) fail("invalid_fields", { fields: { selection: "too_many" } });
  const dossiers: Dossier[] = [];
  for (const { id, submission, written } of chosen) {
    const application = await projectOf(db, id);
    if ((await readableOf(db, application.project)) !== "yes") continue;
    await recordReading(call, application);
    dossiers.push({
      ...{ programme: config.PROGRAMME_NAME, number: submission.number, sentAt: submission.sentAt },
      ...{ project: wholeProject(submission.project), evaluation: undefined },
      ...{ criteria: CRITERIA, written: languageOf(written), language },
    });
  }
  const [first, ...others] = dossiers;
  if (!first) return fail("not_found");
  const words = messagesIn(language).export;
  const title = others.length > 0 ? fill(words.dossiers, { count: dossiers.length }) : undefined;
  const name = `${fileSlug(title ?? `${first.number} ${first.project.nome}`)}.pdf`;
  return download(writeDossiers([first, ...others], title), { type: "application/pdf", name });
}
