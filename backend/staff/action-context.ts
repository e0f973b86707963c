import type { Act } from "../audit-log/entries";
import type { Caller } from "../http/serve";

/** Returns the context of a staff action that the calling account runs. */
export function byCaller({ id }: Pick<Caller, "id">, reason: string, now: Date): Act {
  return { level: "web", actor: "", actorId: id, reason, now };
}
