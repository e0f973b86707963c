import type { ActionContext } from "../audit-log/entries";
import type { Caller } from "../http/serve";

/** Returns the context of a staff action that the calling account runs. */
export function actionContextFor(
  { id }: Pick<Caller, "id">,
  reason: string,
  now: Date,
): ActionContext {
  return { level: "web", actor: "", actorId: id, reason, now };
}
