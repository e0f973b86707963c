import type { Endpoint } from "@/contract/endpoint";
import * as contract from "@/contract/staff/editions";
import type { ActionContext } from "../../audit-log/entries";
import type { Database } from "../../db/connect";
import {
  cloneEdition as clone,
  closeEdition as close,
  openEdition as open,
  removeEdition as remove,
  setDate,
  setFigures,
  setAfterSending as setRule,
} from "../../editions/administer-editions";
import type { Edition } from "../../editions/edition";
import { definedOnly } from "../../editions/edition-figures";
import type { Call } from "../../http/serve";
import { executeAction, type Outcome } from "../execute-action";
import { type Effects, effectsOf, told } from "./effects";
import { yearOf } from "./get-edition";

/**
 * What the preview of an action on an edition shows. `always` lists effects that the preview shows even with a count of
 * 0. `count` returns the number that the staff member types to confirm the action (default 1).
 */
type Says = { always: readonly (keyof Effects)[]; count?: (effects: Effects) => number };

const SHORT = ["reminders_moved", "public_pages"] as const;
const OF_DATE: Record<contract.EditionDate, Says> = {
  opens: { always: ["timelines", ...SHORT], count: (all) => all.timelines.count },
  closes: {
    always: ["deadlines", "cut_off", "extensions_moot", ...SHORT],
    count: (all) => all.deadlines.count,
  },
  "evaluation-opens": { always: ["timelines", ...SHORT], count: (all) => all.timelines.count },
  "evaluation-closes": {
    always: ["evaluators_deadlines", ...SHORT],
    count: (all) => all.evaluators_deadlines.count,
  },
  awarded: { always: ["timelines", ...SHORT], count: (all) => all.timelines.count },
};
const OF_YEAR: Says = { always: ["days", "current_edition", "public_pages"] };

/** Moves one date of an edition, like `npm run edition -- date`. */
export function moveDate(call: Call<typeof contract.moveDate>) {
  const { which, day } = call.body;
  return runEditionAction(contract.moveDate, call, OF_DATE[which], (db, year, context) =>
    setDate(db, year, which, day, context),
  );
}

/** Opens an edition, like `npm run edition -- open`. */
export function openEdition(call: Call<typeof contract.openEdition>) {
  const { from, until } = call.body;
  return runEditionAction(contract.openEdition, call, OF_YEAR, (db, year, context) =>
    open(db, year, { from, until }, context),
  );
}

/** Closes applications now, like `npm run edition -- close`. */
export function closeEdition(call: Call<typeof contract.closeEdition>) {
  const says: Says = {
    always: ["cut_off", "reminders_gone", "public_pages"],
    count: (all) => all.cut_off.count,
  };
  return runEditionAction(contract.closeEdition, call, says, close);
}

/** Sets whether applicants can change sent applications, like `npm run edition -- after-sending`. */
export function setAfterSending(call: Call<typeof contract.setAfterSending>) {
  const says: Says = {
    always: [call.body.rule === "locked" ? "now_locked" : "now_changeable"],
    count: (all) => all.now_locked.count + all.now_changeable.count,
  };
  return runEditionAction(contract.setAfterSending, call, says, (db, year, context) =>
    setRule(db, year, call.body.rule, context),
  );
}

/** Sets the numbers of an edition, such as places and grace minutes, like `npm run edition -- figures`. */
export function setEditionFigures(call: Call<typeof contract.setEditionFigures>) {
  const { places, readings, grace_minutes: graceMinutes, reminders, feedback } = call.body;
  const { feedback_band: feedbackBand, discussion } = call.body;
  const says: Says = { always: [] };
  return runEditionAction(contract.setEditionFigures, call, says, (db, year, context) =>
    setFigures(
      db,
      year,
      {
        places,
        readings,
        graceMinutes,
        reminders: reminders && definedOnly(reminders),
        feedback,
        feedbackBand,
        discussion,
      },
      context,
    ),
  );
}

/** Creates an edition for another year from an existing edition, like `npm run edition -- clone`. */
export function cloneEdition(call: Call<typeof contract.cloneEdition>) {
  return runEditionAction(contract.cloneEdition, call, OF_YEAR, (db, year, context) =>
    clone(db, year, call.body.to, context),
  );
}

/** Deletes an edition without applications, like `npm run edition -- remove`. */
export function removeEdition(call: Call<typeof contract.removeEdition>) {
  const says: Says = { always: ["current_edition", "public_pages"] };
  return runEditionAction(contract.removeEdition, call, says, remove);
}

type EditionCall = Parameters<typeof executeAction>[1] & { params: { year: string } };

/** Executes or previews an action on an edition. */
function runEditionAction(
  endpoint: Pick<Endpoint, "name" | "confirm">,
  call: EditionCall,
  { always, count = () => 1 }: Says,
  change: (db: Database, year: number, context: ActionContext) => Promise<Edition>,
) {
  const year = yearOf(call.params);
  return executeAction(endpoint, call, async (db, context): Promise<Outcome> => {
    const { before, effects, touched } = await effectsOf(
      ...([db, year, context.now, () => change(db, year, context)] as const),
      call.config.GRACE_MINUTES,
    );
    return {
      count: count(effects),
      // The preview's hash includes the edition before the change. Otherwise, the action would run although another
      // staff member moved the same date after the preview.
      to: [...touched, JSON.stringify({ ...before.edition, receiptCount: 0 })],
      effects: told(effects, always),
    };
  });
}
