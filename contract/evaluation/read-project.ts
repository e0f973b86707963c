import { FIELD_NAMES, ruleOf } from "../project/project-fields";
import { EMPTY_PROJECT, type Project } from "../project/project-schemas";

const PRIVATE = FIELD_NAMES.filter((name) => ruleOf(name).private);
const HIDDEN: Partial<Project> = Object.fromEntries(
  PRIVATE.map((name) => [name, EMPTY_PROJECT[name]]),
);

/**
 * Returns an application as evaluators receive it: without private answers, and with only the names and roles of the
 * team (rule evaluation.private). The server removes the data, so no client can display it.
 */
export function asEvaluatorsRead(project: Project): Project {
  const team = project.team.map(({ name, role }) => ({ name, role, phone: "", age: "", info: "" }));
  return { ...project, ...HIDDEN, team };
}
