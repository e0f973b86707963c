"use client";

import { STAGE_IDS } from "@/contract/evaluation/funnel";
import { LANGUAGES } from "@/contract/languages";
import { INFO } from "@/contract/project/options";
import { ruleOf } from "@/contract/project/project-fields";
import { APPLICATION_STATES } from "@/contract/staff/application-states";
import {
  ANSWER_FILTERS,
  type AnswerFilter,
  APPLICATION_PROBLEMS,
  DUE,
  EARLIER,
  OUTCOMES,
  READ,
} from "@/contract/staff/applications";
import type { RoundStrip } from "@/contract/staff/rounds";
import type { FilterGroup } from "../list/filter-bar";
import { useColumnMessages } from "./use-column-messages";

/** Values of the filter by number of readings. */
const READINGS = [...READ, "0", "1", "2", "3-"];
/** Number of years that the filter by foundation year offers. */
const YEARS = 12;

/** Returns the filters that a user can add to the list, in groups. */
export function useFilterGroups(
  shown?: Pick<RoundStrip, "round"> & { edition: number },
): FilterGroup[] {
  const edition = shown?.edition ?? new Date().getFullYear();
  const { filterLabelOf, wordsOf } = useColumnMessages(shown);
  const years = Array.from({ length: YEARS }, (_, index) => String(edition - index));
  const optionsOf = (name: AnswerFilter): readonly string[] => {
    const rule = ruleOf(name);
    return rule.kind === "choice" ? rule.options : years;
  };
  const groups: (readonly [string, readonly string[]])[] = [
    ["state", APPLICATION_STATES],
    ["reached", STAGE_IDS],
    ["outcome", OUTCOMES],
    ["readings", READINGS],
    ...ANSWER_FILTERS.map((name) => [name, optionsOf(name)] as const),
    ["heard", INFO],
    ["language", LANGUAGES],
    ["earlier", EARLIER],
    ["trouble", APPLICATION_PROBLEMS],
    ["extended", ["yes"]],
    ["due", DUE],
  ];
  return groups.map(([name, values]) => ({
    label: filterLabelOf(name),
    options: values.map((value) => ({ name, value, label: wordsOf(name, value) })),
  }));
}
