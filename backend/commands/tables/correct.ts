import { CONFIRM_HOURS, EMAIL_BACK_DAYS } from "@/contract/limits";
import { correctAddress, type NotCorrected } from "../../users/correct-address";
import { readEmail } from "../run/read";
import { CommandError, type Verb } from "../run/verb";
import { knownAccount } from "./known-account";

const WHY_NOT: Record<NotCorrected, (from: string, to: string) => string> = {
  account_closed: (from) => `The account of ${from} is deactivated: reactivate it first.`,
  same_address: (_, to) => `${to} is its address already.`,
  address_taken: (_, to) => `There is an account with ${to}.`,
  invited: (_, to) => `An invitation waits for an answer there: invite ${to} instead.`,
  link_waiting: (_, to) => `The link to ${to} waits to leave: nothing more is sent.`,
};

/** Corrects a mistyped address or replaces the address of a lost mailbox. */
export const CORRECT: Verb = {
  name: "correct",
  args: ["EMAIL", "NEW_EMAIL"],
  says: "corrects an account's address, once the new address is confirmed",
  more: "The old address is told at once, and can call it off. One that nobody has confirmed is replaced at once.",
  change: async ({ db, arg, act: context }) => {
    const [from, to] = [readEmail(arg(0)), readEmail(arg(1))];
    const came = await correctAddress(db, await knownAccount(db, from), to, context);
    if (came === "moved") {
      return {
        lines: [`The account of ${from} is now that of ${to}, which gets the link to confirm it.`],
      };
    }
    if (came !== "asked") throw new CommandError(WHY_NOT[came](from, to));
    return {
      lines: [
        `${to} gets a link, good for ${CONFIRM_HOURS} hours, that makes it the address of the account.`,
        `${from} hears of it now, and can take the account back for ${EMAIL_BACK_DAYS} days.`,
      ],
    };
  },
};
