import { fieldErrors } from "@/contract/errors";
import { memberSchema } from "@/contract/project-schemas";
import type { DraftState } from "./draft-state";
import type { Draft } from "./draft-store";
import type { MemberValues } from "./draft-values";
import type { MemberInHand } from "./tab-copy";

export const EMPTY_MEMBER: MemberValues = { name: "", role: "", phone: "", age: "", info: "" };

/** What a member lacks or has wrong, by field; all five are required. */
export function memberProblems(member: MemberValues): Record<string, string> {
  const parsed = memberSchema.safeParse(member);
  return parsed.success ? {} : fieldErrors(parsed.error);
}

/** The team after putting in the member in hand: a new one at the end, an edited one in its place. */
export function withMember(team: readonly MemberValues[], { index, member }: MemberInHand) {
  return index === null ? [...team, member] : team.with(index, member);
}

/** Puts the member in hand into the team, if there is one and it is complete. */
export function commitMember(draft: Draft): boolean {
  const { member, values } = draft.snapshot();
  if (!member) return false;
  const parsed = memberSchema.safeParse(member.member);
  if (!parsed.success) return false;
  draft.change({ team: withMember(values.team, { ...member, member: parsed.data }) });
  draft.setMember(null);
  return true;
}

/** Whether the member form holds something that the team does not. */
export function isMemberUnsaved({
  member,
  values,
}: Pick<DraftState, "member" | "values">): boolean {
  if (!member) return false;
  const before = member.index === null ? EMPTY_MEMBER : values.team[member.index];
  const keys = Object.keys(EMPTY_MEMBER) as (keyof MemberValues)[];
  return keys.some((key) => member.member[key] !== (before?.[key] ?? ""));
}
