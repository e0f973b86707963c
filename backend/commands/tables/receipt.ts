import { romeSecond } from "@/contract/deadline";
import { verifyReceipt } from "../../project/receipt/verify-receipt";
import { type Command, CommandError } from "../run/verb";

export const RECEIPT: Command = {
  name: "receipt",
  says: "checks that stored answers and files are those that were sent",
  verbs: [
    {
      name: "verify",
      args: ["NUMBER"],
      says: "recalculates a receipt's fingerprint from the answers and files",
      run: async ({ db, store, arg, print }) => {
        const found = await verifyReceipt(db, store, arg(0) ?? "");
        if (!found) throw new CommandError(`There is no receipt ${arg(0)}.`);
        print(`Receipt   ${found.number}, sent ${romeSecond(found.sentAt)}, Rome time`);
        print(`On record ${found.stored}`);
        print(`Computed  ${found.computed}`);
        if (found.problems.length > 0) throw new CommandError(found.problems.join("\n"));
        if (found.released.length > 0) {
          const files = found.released.map(
            ({ field, name, sha256 }) => `${field}: ${name}, SHA-256 ${sha256}`,
          );
          print(
            `Newer versions have been sent since, so these files are no longer stored. Compare their fingerprints with the applicant's copies:\n${files.join("\n")}`,
          );
          print(
            "The fingerprints match: the answers, and the files' recorded fingerprints, are those that were sent.",
          );
          return;
        }
        print("The fingerprints match: the answers and files are those that were sent.");
      },
    },
  ],
};
