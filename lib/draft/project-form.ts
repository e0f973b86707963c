import { SAVED_FIELDS, type TextField } from "@/contract/project/project-fields";
import {
  type Project,
  type ProjectAnswer,
  projectFieldSchemas,
} from "@/contract/project/project-schemas";
import { checkBy, type Form } from "./form";
import type { Patch, Word } from "./state";
import type { DraftStore } from "./store";
import { isMemberUnsaved, type MemberInHand, type MemberValues, withMember } from "./team-member";
import type { View } from "./view";

/** The non-file fields as they are in the tab; they need not be valid. */
export type Values = Record<TextField, string> & { team: MemberValues[] };
export type Changes = Partial<Values>;

/** The application's draft. */
export type ProjectDraft = DraftStore<Values, MemberInHand>;
export type ProjectView = View<Values, MemberInHand>;
export type ProjectPatch = Patch<Values, MemberInHand>;

/** The application as the engine knows it: one question per field, a member being edited beside the team. */
export const PROJECT_FORM: Form<Values, MemberInHand> = {
  fields: SAVED_FIELDS,
  check: checkBy<Values>(projectFieldSchemas),
  whole: false,
  isUnsaved: (inHand, { team }) => isMemberUnsaved(inHand, team),
};

/** The non-file part of a project. */
export function valuesOf(project: Project): Values {
  return Object.fromEntries(SAVED_FIELDS.map((field) => [field, project[field]])) as Values;
}

/** The text fields of a response. */
export function wordOf(answer: ProjectAnswer): Word<Values> {
  const { project, projectVersion: version, projectSavedAt: savedAt } = answer;
  return { values: valuesOf(project), version, savedAt };
}

/** Puts the member being edited into the team, if there is one and it is complete. */
export function commitMember(draft: ProjectDraft): boolean {
  const { inHand, values } = draft.snapshot();
  const team = inHand && withMember(values.team, inHand);
  if (!team) return false;
  draft.change({ team });
  draft.edit(null);
  return true;
}
