import { parseArgs } from "node:util";
import type { z } from "zod";
import { emailSchema, languageSchema, requiredLine } from "@/contract/fields";
import { inviteEvaluator, listAccounts, reactivate, setEvaluator } from "../users/administer";
import { CommandError, columns, runCommand, UsageError } from "./run-command";

const USAGE =
  "npm run user -- list | grant evaluator EMAIL | revoke evaluator EMAIL | reactivate EMAIL | invite EMAIL --first-name NAME --last-name NAME [--language it|en]";

await runCommand(USAGE, async ({ db, print }) => {
  const { positionals, values } = readArguments();
  const [verb, ...rest] = positionals;
  if (verb === "list" && rest.length === 0) {
    const rows = await listAccounts(db);
    for (const line of columns([["EMAIL", "NAME", "ROLES", "STATE", "SINCE"], ...rows]))
      print(line);
    return;
  }
  if ((verb === "grant" || verb === "revoke") && rest[0] === "evaluator" && rest.length === 2) {
    const email = parse(emailSchema, rest[1], "EMAIL");
    const grant = verb === "grant";
    if (!(await setEvaluator(db, email, grant))) throw unknown(email);
    print(`${email} is ${grant ? "now" : "no longer"} an evaluator.`);
    return;
  }
  if (verb === "reactivate" && rest.length === 1) {
    const email = parse(emailSchema, rest[0], "EMAIL");
    if (!(await reactivate(db, email))) throw unknown(email);
    print(`${email} can sign in again.`);
    return;
  }
  if (verb === "invite" && rest.length === 1) {
    const mailed = await inviteEvaluator(
      db,
      {
        email: parse(emailSchema, rest[0], "EMAIL"),
        firstName: parse(requiredLine(), values["first-name"], "--first-name"),
        lastName: parse(requiredLine(), values["last-name"], "--last-name"),
        language: parse(languageSchema, values.language, "--language"),
      },
      new Date(),
    );
    print(
      mailed
        ? "Invited: the mail leaves within seconds if the product runs, else when it starts."
        : "The account exists and has a password: it is an evaluator now, no mail was needed.",
    );
    return;
  }
  throw new UsageError(verb ? `"${positionals.join(" ")}" is no command.` : "No command given.");
});

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        "first-name": { type: "string" },
        "last-name": { type: "string" },
        language: { type: "string", default: "it" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function parse<S extends z.ZodType>(schema: S, value: unknown, name: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new UsageError(`${name}: ${result.error.issues[0]?.message}`);
}

function unknown(email: string) {
  return new CommandError(`There is no account with ${email}.`);
}
