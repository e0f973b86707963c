import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { type Edition, requireOpen } from "../editions/edition";
import { fail } from "../http/failure";
import { readProjectAnswer } from "./project-answer";
import type { StoredProject } from "./stored-project";

/**
 * Refuses a change to the application: outside the dates, or after sending where the edition says
 * `locked`. Withdrawing does not unlock: otherwise it would be a way round.
 */
export function requireChangeable(
  edition: Edition,
  project: StoredProject | null,
  arrivedAt: Date,
  config: BackendConfig,
): void {
  requireOpen(edition, project, arrivedAt, config);
  if (edition.afterSending === "locked" && project?.sentVersion != null)
    fail("locked_after_sending");
}

type Held = {
  /** The version the client holds; null: whatever is current. NaN matches nothing. */
  ifMatch: number | null;
  caller: { id: string };
  arrivedAt: Date;
  config: BackendConfig;
};

/** 412 with the whole stored object when the client holds another version (rule application.version). */
export async function requireVersion(
  tx: Executor,
  project: StoredProject | null,
  { ifMatch, caller, arrivedAt, config }: Held,
): Promise<void> {
  if (ifMatch === null || ifMatch === (project?.version ?? 0)) return;
  fail("version_conflict", { current: await readProjectAnswer(tx, caller.id, arrivedAt, config) });
}
