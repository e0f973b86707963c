import { z } from "zod";
import {
  INVITATION_ANSWERS,
  type InvitationAnswered,
  invitationAnswerSchema,
  type ReaderTerms,
  readerTermsSchema,
} from "@/contract/evaluation/invitation";
import { line, newPasswordSchema, TEXT_MAX, wrongChoice } from "@/contract/fields";
import { LANGUAGES } from "@/contract/languages";
import { INDUSTRY } from "@/contract/project/options";
import { cleanLines } from "@/contract/text/clean-text";
import type { Invitation } from "@/contract/users/invitation";

const boxes = z.record(z.string(), z.boolean());
const reader = z.object({ languages: boxes, sectors: boxes, conflicts: z.string() });
const typed = reader.extend({
  answer: z.enum(INVITATION_ANSWERS, wrongChoice),
  capacity: line(),
  words: z.string().max(TEXT_MAX, { error: "too_long" }),
  password: z.string(),
  repeated: z.string(),
});
type Typed = z.infer<typeof typed>;
type ReaderTyped = z.infer<typeof reader>;

/**
 * Schema of the form for an evaluator's languages, sectors and conflicts of interest. The contract checks the number of
 * conflicts.
 */
export const readerSchema = reader.superRefine((values, context) => {
  for (const { path, message } of readerTermsSchema.safeParse(readerOf(values)).error?.issues ??
    []) {
    context.addIssue({ code: "custom", path: [String(path[0])], message });
  }
});

/**
 * Returns the form schema for an answer to an invitation. Requires a password if the account has none and the answer is
 * not "no".
 */
export function answerSchema(asksPassword: boolean) {
  return typed.superRefine((values, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const answer = invitationAnswerSchema.safeParse(answerOf(values));
    for (const { path, message } of answer.error?.issues ?? []) {
      refuse(String(path[0]), message);
    }
    if (!asksPassword || values.answer === "no") return;
    const password = newPasswordSchema.safeParse(values.password);
    if (password.error) refuse("password", password.error.issues[0]?.message ?? "required");
    else if (values.password !== values.repeated) refuse("repeated", "mismatch");
  });
}

/**
 * Converts the form's languages, sectors and conflicts of interest to the contract's format. Each line of the text
 * field names one conflict.
 */
export function readerOf({ languages, sectors, conflicts }: ReaderTyped): ReaderTerms {
  return {
    languages: LANGUAGES.filter((one) => languages[one]),
    sectors: INDUSTRY.filter((one) => sectors[one]),
    conflicts: cleanLines(conflicts)
      .split("\n")
      .map((name) => name.trim())
      .filter(Boolean),
  };
}

/**
 * Returns the form values for an evaluator's stored languages, sectors and conflicts of interest.
 */
export function readerValuesOf({ languages, sectors, conflicts }: ReaderTerms): ReaderTyped {
  const ticked = (all: readonly string[], some: readonly string[]) =>
    Object.fromEntries(all.map((one) => [one, some.includes(one)]));
  return {
    languages: ticked(LANGUAGES, languages),
    sectors: ticked(INDUSTRY, sectors),
    conflicts: conflicts.join("\n"),
  };
}

/**
 * Converts the invitation form to the contract's format. Keeps the number of projects only for the answer "less", and
 * the message only for "no".
 */
export function answerOf(values: Omit<Typed, "password" | "repeated">): InvitationAnswered {
  const { answer, capacity, words } = values;
  if (answer === "no") return { answer, ...(words && { words }) };
  const stated = readerOf(values);
  if (answer === "yes") return { answer, ...stated };
  return { answer, capacity: capacity === "" ? null : Number(capacity), ...stated };
}

/** Returns the form values for an earlier answer to the invitation. */
export function valuesOf(invitation: Invitation): Partial<Typed> {
  return {
    ...(invitation.answer && { answer: invitation.answer }),
    capacity: invitation.capacity === null ? "" : String(invitation.capacity),
    ...readerValuesOf(invitation),
    words: invitation.words,
    password: "",
    repeated: "",
  };
}
