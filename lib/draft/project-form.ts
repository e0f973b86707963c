import { SAVED_FIELDS, type TextField } from "@/contract/project/project-fields";
import {
  type Project,
  type ProjectAnswer,
  projectFieldSchemas,
} from "@/contract/project/project-schemas";
import { checkBy, type Form } from "./form";
import type { LocalChanges, ServerSnapshot } from "./state";
import type { DraftStore } from "./store";
import { isMemberUnsaved, type MemberInHand, type MemberValues, withMember } from "./team-member";
import type { View } from "./view";

/** Fields of an application except files, as typed in the tab, valid or not. */
export type Values = Record<TextField, string> & { team: MemberValues[] };
export type Changes = Partial<Values>;

/** Store of an application's draft in one tab. */
export type ProjectDraft = DraftStore<Values, MemberInHand>;
export type ProjectView = View<Values, MemberInHand>;
export type ProjectChanges = LocalChanges<Values, MemberInHand>;

/**
 * Form of the application. After an edit conflict, the user decides about each field separately. Team members are
 * edited in a nested editor.
 */
export const PROJECT_FORM: Form<Values, MemberInHand> = {
  fields: SAVED_FIELDS,
  check: checkBy<Values>(projectFieldSchemas),
  whole: false,
  isUnsaved: (inHand, { team }) => isMemberUnsaved(inHand, team),
};

/** Returns the values of all fields of an application except files. */
export function valuesOf(project: Project): Values {
  return Object.fromEntries(SAVED_FIELDS.map((field) => [field, project[field]])) as Values;
}

/** Returns the server snapshot of an application's text fields from a response. */
export function snapshotOf(answer: ProjectAnswer): ServerSnapshot<Values> {
  const { project, projectVersion: version, projectSavedAt: savedAt } = answer;
  return { values: valuesOf(project), version, savedAt };
}

/** Adds the edited team member to the draft's team. Returns false if the member is incomplete. */
export function commitMember(draft: ProjectDraft): boolean {
  const { inHand, values } = draft.snapshot();
  const team = inHand && withMember(values.team, inHand);
  if (!team) return false;
  draft.change({ team });
  draft.edit(null);
  return true;
}
