import { and, eq, like } from "drizzle-orm";
import { romeTime } from "@/contract/deadline";
import { SELECTION_STAGES } from "@/contract/evaluation/funnel";
import { isAbout } from "../audit-log/entries";
import { actorName, readAuditEntries } from "../audit-log/read-entries";
import type { Executor } from "../db/connect";
import { auditEntries } from "../db/schema/audit-log";
import { decisions } from "../db/schema/evaluations";
import type { Edition } from "../editions/edition";

/** Returns the number of decisions per stage, as rows for the terminal. */
export async function describeSelection(
  db: Executor,
  { id: editionId, places: placesPerStage }: Pick<Edition, "id" | "places">,
): Promise<string[][]> {
  const rows = await db.select().from(decisions).where(eq(decisions.editionId, editionId));
  const lines = SELECTION_STAGES.map(({ id }) => {
    const own = rows.filter(({ stage }) => stage === id);
    const standing = own.filter(({ undoneAt }) => undoneAt === null);
    const number = (released: boolean, outcome: string) =>
      String(
        standing.filter((one) => (one.releaseId !== null) === released && one.outcome === outcome)
          .length,
      );
    return [
      id,
      String(placesPerStage[id]),
      number(false, "selected"),
      number(false, "not_selected"),
      number(true, "selected"),
      number(true, "not_selected"),
      String(own.length - standing.length),
    ];
  });
  const head = [
    "STAGE",
    "PLACES",
    "SECRET YES",
    "SECRET NO",
    "RELEASED YES",
    "RELEASED NO",
    "UNDONE",
  ];
  return [head, ...lines];
}

/** Returns all audit entries about the selection of winners, with time, person, reason, and receipts. */
export async function describeLog(db: Executor, edition: string): Promise<string[][]> {
  const selecting = and(isAbout({ edition }), like(auditEntries.act, "funnel.%"));
  const rows = await readAuditEntries(db, selecting, "oldest");
  const lines = rows.map((line) => [
    romeTime(line.at),
    actorName(line),
    line.act.replace("funnel.", ""),
    line.reason ?? "",
    Object.entries(line.data)
      .map(([what, receipts]) => `${what}: ${receipts}`)
      .join("; "),
  ]);
  return [["WHEN (ROME)", "WHO", "ACT", "WHY", "RECEIPTS"], ...lines];
}
