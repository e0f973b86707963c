import type { Caller } from "../http/serve";
import type { Act } from "../journal/acts";

/** An act in the staff area, by the account that calls. */
export function byCaller({ id }: Pick<Caller, "id">, reason: string, now: Date): Act {
  return { level: "web", actor: "", actorId: id, reason, now };
}
