import { fieldErrors } from "@/contract/errors";
import { type Member, memberSchema, type Project } from "@/contract/project/project-schemas";

/** A member as it may be on the page: its choices can still be empty. */
export type MemberValues = Record<keyof Member, string>;
/** A member being edited in step 5; `index` null is a new one. */
export type MemberInHand = { index: number | null; member: MemberValues };

export const EMPTY_MEMBER: MemberValues = { name: "", role: "", phone: "", age: "", info: "" };

/** What a member lacks or has wrong, by field; all five are required. */
export function memberProblems(member: MemberValues): Record<string, string> {
  const parsed = memberSchema.safeParse(member);
  return parsed.success ? {} : fieldErrors(parsed.error);
}

/**
 * The team with the member being edited put in, a new one at the end, an edited one in its place; null
 * when it is not complete.
 */
export function withMember(
  team: readonly MemberValues[],
  { index, member }: MemberInHand,
): MemberValues[] | null {
  const { data } = memberSchema.safeParse(member);
  if (!data) return null;
  return index === null ? [...team, data] : team.with(index, data);
}

/** The digits that tell two spellings of a phone apart, without what stands before an Italian number. */
function digitsOf(phone: string): string {
  return phone
    .replaceAll(/\D/g, "")
    .replace(/^00/, "")
    .replace(/^39(?=\d{9})/, "");
}

/** Somebody else of the team with the same phone: one of the two is likely a slip. */
export function twinOf(
  { index, member }: MemberInHand,
  team: readonly MemberValues[],
): MemberValues | undefined {
  const phone = digitsOf(member.phone);
  return team.find((other, at) => at !== index && phone !== "" && digitsOf(other.phone) === phone);
}

type Contact = { team: readonly MemberValues[] } & Pick<
  Project,
  "referente_nome_e_cognome" | "referente_ruolo" | "referente_telefono" | "referente_age"
>;

/**
 * The contact person as a member to begin with, unless nobody is named yet or they are in the team already;
 * how they heard of the programme only they know.
 */
export function contactAsMember(contact: Contact): MemberValues | null {
  const { team } = contact;
  const member: MemberValues = {
    ...EMPTY_MEMBER,
    name: contact.referente_nome_e_cognome,
    role: contact.referente_ruolo,
    phone: contact.referente_telefono,
    age: contact.referente_age,
  };
  const isIn = team.some(({ name }) => name === member.name);
  return !member.name || isIn || twinOf({ index: null, member }, team) ? null : member;
}

/** Whether the member form holds something that the team does not. */
export function isMemberUnsaved(
  { index, member }: MemberInHand,
  team: readonly MemberValues[],
): boolean {
  const before = index === null ? EMPTY_MEMBER : team[index];
  const keys = Object.keys(EMPTY_MEMBER) as (keyof MemberValues)[];
  return keys.some((key) => member[key] !== (before?.[key] ?? ""));
}
