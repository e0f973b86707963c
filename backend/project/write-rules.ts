import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { type Edition, requireOpen } from "../editions/edition";
import { fail } from "../http/failure";
import { readProjectAnswer } from "./project-answer";
import type { StoredProject } from "./stored-project";

/**
 * Rejects a change outside the edition's dates. If the edition locks applications after sending (`locked`), also
 * rejects a change of a sent application. A withdrawn application stays locked, so that withdrawing does not circumvent
 * the lock.
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
  /** Version of the application that the client has. Null skips the version check. NaN matches no version. */
  ifMatch: number | null;
  caller: { id: string };
  arrivedAt: Date;
  config: BackendConfig;
};

/**
 * Fails with 412 if the client's version of the application is not the stored version (rule application.version). The
 * response contains the whole stored application.
 */
export async function requireVersion(
  tx: Executor,
  project: StoredProject | null,
  { ifMatch, caller, arrivedAt, config }: Held,
): Promise<void> {
  if (ifMatch === null || ifMatch === (project?.version ?? 0)) return;
  fail("version_conflict", { current: await readProjectAnswer(tx, caller.id, arrivedAt, config) });
}
