import { FIELD_NAMES, ruleOf } from "../project/project-fields";
import { EMPTY_PROJECT, type Project } from "../project/project-schemas";

const PRIVATE = FIELD_NAMES.filter((name) => ruleOf(name).private);
const HIDDEN: Partial<Project> = Object.fromEntries(
  PRIVATE.map((name) => [name, EMPTY_PROJECT[name]]),
);

/**
 * An application as evaluators get it: private answers are empty, and of its people there are names and
 * roles (rule evaluation.private). What is not sent cannot be seen, in whatever way somebody looks.
 */
export function asEvaluatorsRead(project: Project): Project {
  const team = project.team.map(({ name, role }) => ({ name, role, phone: "", age: "", info: "" }));
  return { ...project, ...HIDDEN, team };
}
