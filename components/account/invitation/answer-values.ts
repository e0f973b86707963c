import { z } from "zod";
import {
  INVITATION_ANSWERS,
  type InvitationAnswered,
  invitationAnswerSchema,
} from "@/contract/evaluation/invitation";
import { line, newPasswordSchema, TEXT_MAX, wrongChoice } from "@/contract/fields";
import { LANGUAGES } from "@/contract/languages";
import { INDUSTRY } from "@/contract/project/options";
import { cleanLines } from "@/contract/text/clean-text";
import type { Invitation } from "@/contract/users/invitation";

const boxes = z.record(z.string(), z.boolean());
const typed = z.object({
  answer: z.enum(INVITATION_ANSWERS, wrongChoice),
  capacity: line(),
  languages: boxes,
  sectors: boxes,
  conflicts: z.string(),
  words: z.string().max(TEXT_MAX, { error: "too_long" }),
  password: z.string(),
  repeated: z.string(),
});
type Typed = z.infer<typeof typed>;

/** Returns the schema of an answer. Requires a password if the account has none and the answer is not "no". */
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

/** Converts the form to the contract. Keeps limits only for the answer "less", and the words only for "no". */
export function answerOf(values: Omit<Typed, "password" | "repeated">): InvitationAnswered {
  const { answer, capacity, languages, sectors, conflicts, words } = values;
  if (answer !== "less") return { answer, ...(answer === "no" && words && { words }) };
  return {
    answer,
    capacity: capacity === "" ? null : Number(capacity),
    languages: LANGUAGES.filter((one) => languages[one]),
    sectors: INDUSTRY.filter((one) => sectors[one]),
    conflicts: cleanLines(conflicts)
      .split("\n")
      .map((name) => name.trim())
      .filter(Boolean),
  };
}

/** Returns the form values of an earlier answer. */
export function valuesOf(invitation: Invitation): Partial<Typed> {
  const ticked = (all: readonly string[], some: readonly string[]) =>
    Object.fromEntries(all.map((one) => [one, some.includes(one)]));
  return {
    ...(invitation.answer && { answer: invitation.answer }),
    capacity: invitation.capacity === null ? "" : String(invitation.capacity),
    languages: ticked(LANGUAGES, invitation.languages),
    sectors: ticked(INDUSTRY, invitation.sectors),
    conflicts: invitation.conflicts.join("\n"),
    words: invitation.words,
    password: "",
    repeated: "",
  };
}
