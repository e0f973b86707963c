import { expect, test } from "vitest";
import { EFFECTS } from "@/backend/staff/editions/effects";
import { DECISION_OUTCOMES, STAGE_IDS } from "@/contract/evaluation/funnel";
import { LANGUAGES } from "@/contract/languages";
import { AFTER_SENDING } from "@/contract/project/project-schemas";
import { GRANTED_ROLES } from "@/contract/roles";
import { ACTION_LEVELS, STAFF_ACTIONS } from "@/contract/staff/audit-log";
import { EDITION_DATES } from "@/contract/staff/editions";
import { MESSAGES } from "../support/render";

/** Returns the keys of nested messages, joined with dots, such as "edition.open". */
function keysOf(words: object, before = ""): string[] {
  return Object.entries(words).flatMap(([key, word]) =>
    typeof word === "object" ? keysOf(word, `${before}${key}.`) : [before + key],
  );
}

test.each(LANGUAGES)(
  "the log has a message for each action and value, and no other (%s)",
  (language) => {
    const { log } = MESSAGES[language].staff;
    const said = {
      act: log.act,
      level: log.level,
      which: log.value.which,
      rule: log.value.rule,
      role: log.value.role,
      stage: log.stage,
      outcome: log.outcome,
    };
    const known = {
      act: STAFF_ACTIONS,
      level: ACTION_LEVELS,
      which: EDITION_DATES,
      rule: AFTER_SENDING,
      role: GRANTED_ROLES,
      stage: STAGE_IDS,
      outcome: DECISION_OUTCOMES,
    };
    for (const name of Object.keys(known) as (keyof typeof known)[]) {
      expect([name, keysOf(said[name]).sort()]).toEqual([name, [...known[name]].sort()]);
    }
    for (const name of EFFECTS) expect(MESSAGES[language].staff.act.effect).toHaveProperty([name]);
    // Each staff action needs a different name, because the audit log's filter shows only names.
    const names = STAFF_ACTIONS.map((act) => {
      const [kind = "", what = ""] = act.split(".");
      return (log.act as Record<string, Record<string, string>>)[kind]?.[what];
    });
    expect(new Set(names).size).toBe(STAFF_ACTIONS.length);
  },
);
