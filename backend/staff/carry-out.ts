import { createHash } from "node:crypto";
import type { Confirm, Endpoint } from "@/contract/endpoint";
import type { Effect, Plan } from "@/contract/staff/plan";
import type { Database } from "../db/connect";
import type { Dependencies } from "../dependencies";
import { fail } from "../http/failure";
import type { Caller } from "../http/serve";
import type { Act } from "../journal/acts";
import { type Attempted, attempt } from "../journal/attempt";
import { byCaller } from "./by-caller";

/** What an act comes to, without the mails, which are counted for it. */
export type Outcome = {
  /** To how many it is done. */
  count: number;
  /** To whom or what: ids, each with whatever stands against it alone, in any order. */
  to: readonly string[];
  effects: Effect[];
  against?: Effect[];
  /** Another reason why what was shown holds no longer: the selection has another size. */
  changed?: boolean;
  /** What to do once it is kept: what cannot be taken back. */
  after?: () => Promise<unknown>;
};

type ActCall = Pick<Dependencies, "db" | "wakeMail"> & {
  arrivedAt: Date;
  caller: Caller;
  body: {
    reason?: string | undefined;
    plan?: string | undefined;
    typed?: number | undefined;
    anyway?: boolean | undefined;
  };
};

/**
 * Makes an act of the staff area, or shows what it would come to (rule staff.shown-first): the same function either
 * way, and kept only if it comes to what was shown, to the same ones, confirmed as its endpoint asks. Its lines in the log are of the
 * level "web", by the caller.
 *
 * @param change on the open transaction it is given; it throws a Failure where there is nothing to show
 */
export async function carryOutAct(
  { name, confirm = { step: "reason" } }: Pick<Endpoint, "name" | "confirm">,
  { db, wakeMail, caller, arrivedAt, body }: ActCall,
  change: (db: Database, act: Act) => Promise<Outcome>,
): Promise<Plan> {
  const { reason = "", plan: shown, anyway = false } = body;
  if (shown !== undefined && confirm.step !== "click" && reason === "") {
    fail("invalid_fields", { fields: { reason: "required" } });
  }
  const planned = (made: Attempted<Outcome>) =>
    planOf(made, { name, decided: decisionsOf(body), now: arrivedAt });
  const act = byCaller(caller, reason, arrivedAt);
  const made = await attempt(db, act, change, (made) => {
    if (shown === undefined) return null;
    const now = planned(made);
    if (now.plan !== shown || made.change.changed) fail("plan_changed", { current: now });
    if (now.against.length > 0 && !anyway) fail("act_refused", { current: now });
    requireNumber(confirm, now.count, body.typed);
    return now.plan;
  });
  if (made.lines) {
    wakeMail();
    await made.change.after?.();
  }
  return { ...planned(made), done: made.lines !== null, line: made.lines?.[0] ?? null };
}

/** Whether an act to so many asks for the number to be typed back. */
function requireNumber(
  { step, typedAbove, evenToNobody }: Confirm,
  count: number,
  typed?: number,
): void {
  if (evenToNobody && count === 0) return;
  const isAsked = step === "typed" || (typedAbove !== undefined && count > typedAbove);
  if (!isAsked || typed === count) return;
  fail("invalid_fields", {
    fields: { typed: typed === undefined ? "required" : "invalid_choice" },
  });
}

/** What a body decides: without how it is confirmed, and without the selection, of which the plan has the members. */
function decisionsOf(body: ActCall["body"] & { selection?: unknown }): object {
  const { reason, plan, typed, anyway, selection, ...decided } = body;
  return decided;
}

type Asked = { name: string; decided: object; now: Date };

function planOf({ change, mails, cancelled }: Attempted<Outcome>, asked: Asked): Plan {
  const { count, effects, against = [] } = change;
  const kinds = Map.groupBy(mails, ({ template, language }) => `${template} ${language}`);
  const shown = {
    count,
    effects,
    mails: [...kinds.values()]
      .flatMap((own) => (own[0] ? [{ ...nameOf(own[0]), count: own.length }] : []))
      .sort((one, other) => keyOf(one).localeCompare(keyOf(other))),
    cancelled,
    against,
  };
  // To whom, too: an act to another dozen is another act.
  const { name, decided } = asked;
  const to = change.to.toSorted();
  const mailed = mails.map(({ recipient, template }) => `${template} ${recipient}`).sort();
  const plan = createHash("sha256")
    .update(JSON.stringify({ name, decided, ...shown, to, mailed }))
    .digest("hex");
  return { done: false, line: null, plan, at: asked.now.toISOString(), ...shown };
}

const nameOf = ({ template, language }: { template: string; language: string }) => ({
  template,
  language,
});
const keyOf = ({ template, language }: { template: string; language: string }) =>
  `${template} ${language}`;
