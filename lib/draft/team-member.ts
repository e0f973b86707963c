import { fieldErrors } from "@/contract/errors";
import { type Member, memberSchema, type Project } from "@/contract/project/project-schemas";

/** A team member in the application's form, in which required choices can still be empty. */
export type MemberValues = Record<keyof Member, string>;
/** The team member that the applicant edits in step 5. `index` is null for a new member. */
export type MemberInHand = { index: number | null; member: MemberValues };

export const EMPTY_MEMBER: MemberValues = { name: "", role: "", phone: "", age: "", info: "" };

/** Returns the errors of a team member's missing or invalid fields. All five fields are required. */
export function memberProblems(member: MemberValues): Record<string, string> {
  const parsed = memberSchema.safeParse(member);
  return parsed.success ? {} : fieldErrors(parsed.error);
}

/**
 * Returns the team with the edited member: a new member at the end, an existing member in its place. Returns null if
 * the member is incomplete.
 */
export function withMember(
  team: readonly MemberValues[],
  { index, member }: MemberInHand,
): MemberValues[] | null {
  const { data } = memberSchema.safeParse(member);
  if (!data) return null;
  return index === null ? [...team, data] : team.with(index, data);
}

/** Returns the digits of a phone number without the Italian prefix, so that two ways to write one number are equal. */
function digitsOf(phone: string): string {
  return phone
    .replaceAll(/\D/g, "")
    .replace(/^00/, "")
    .replace(/^39(?=\d{9})/, "");
}

/** Returns another team member with an equal phone number, which is probably a typing error. */
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
 * Returns the contact person as the first team member. Returns null without a contact name, or if the team already
 * contains the contact. The answer about how the person heard of the programme stays empty, because only the person
 * knows it.
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

/** Reports whether the team member form has content that the team does not have. */
export function isMemberUnsaved(
  { index, member }: MemberInHand,
  team: readonly MemberValues[],
): boolean {
  const before = index === null ? EMPTY_MEMBER : team[index];
  const keys = Object.keys(EMPTY_MEMBER) as (keyof MemberValues)[];
  return keys.some((key) => member[key] !== (before?.[key] ?? ""));
}
