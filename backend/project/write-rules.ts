import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { fail } from "../http/failure";
import { type Edition, requireOpen } from "./edition";
import { readProjectAnswer } from "./project-answer";
import type { StoredProject } from "./stored-project";

/**
 * Refuses a change of the application: outside the dates, or after sending where the edition says
 * `locked`. Withdrawing does not unlock: else it would be the way around.
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

/** 412 with the whole stored object when the client holds another version than the stored one. */
export async function requireVersion(
  tx: Executor,
  project: StoredProject | null,
  { ifMatch, caller, arrivedAt, config }: Held,
): Promise<void> {
  if (ifMatch === null || ifMatch === (project?.version ?? 0)) return;
  fail("version_conflict", { current: await readProjectAnswer(tx, caller.id, arrivedAt, config) });
}
