import { CONFIRM_HOURS, EMAIL_BACK_DAYS } from "@/contract/limits";
import { correctAddress, type NotCorrected } from "../../users/correct-address";
import { readEmail } from "../run/read";
import { CommandError, type Verb } from "../run/verb";
import { knownAccount } from "./known-account";

const WHY_NOT: Record<NotCorrected, (from: string, to: string) => string> = {
  account_closed: (from) => `The account of ${from} is deactivated: reactivate it first.`,
  same_address: (_, to) => `${to} is already the address of this account.`,
  address_taken: (_, to) => `There is already an account with ${to}.`,
  invited: (_, to) => `There is an unanswered invitation at this address: invite ${to} instead.`,
  link_waiting: (_, to) => `A link to ${to} is already waiting to be sent: no other will be sent.`,
};

/** Command verb that corrects a mistyped email address or replaces the address of a lost mailbox. */
export const CORRECT: Verb = {
  name: "correct",
  args: ["EMAIL", "NEW_EMAIL"],
  says: "corrects an account's address, once the new address is confirmed",
  more: "The old address gets an email at once, with which the owner can stop the change. An address that nobody has confirmed is replaced at once.",
  change: async ({ db, arg, act: context }) => {
    const [from, to] = [readEmail(arg(0)), readEmail(arg(1))];
    const came = await correctAddress(db, await knownAccount(db, from), to, context);
    if (came === "moved") {
      return {
        lines: [
          `The account of ${from} now has the address ${to}, which gets a link to confirm it.`,
        ],
      };
    }
    if (came !== "asked") throw new CommandError(WHY_NOT[came](from, to));
    return {
      lines: [
        `${to} gets a link, valid for ${CONFIRM_HOURS} hours. Once confirmed, it is the address of the account.`,
        `${from} gets an email now, and can recover the account for ${EMAIL_BACK_DAYS} days.`,
      ],
    };
  },
};
