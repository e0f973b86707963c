import { and, eq, inArray } from "drizzle-orm";
import { DAY } from "@/contract/durations";
import * as contract from "@/contract/staff/people-actions";
import type { Effect } from "@/contract/staff/preview";
import type { Executor } from "../../db/connect";
import { identities, sessions } from "../../db/schema/accounts";
import { files, projects } from "../../db/schema/applications";
import { outbox, whitepaperRequests } from "../../db/schema/mail";
import { passkeys } from "../../db/schema/passkeys";
import { eraseBytes } from "../../files/erase-bytes";
import type { Call } from "../../http/serve";
import { queueErased } from "../../users/account";
import { eraseRows } from "../../users/erase";
import { staysOf } from "./get-person";
import { type Person, refused, runPersonAction, some } from "./person-actions";

/**
 * Erases the personal data of a deactivated account, like `npm run user -- erase --now`. Counts the personal data
 * before and after to report the effects.
 */
export function erasePerson(call: Call<typeof contract.erasePerson>) {
  const { config } = call;
  return runPersonAction(
    contract.erasePerson,
    call,
    async (tx, user, context) => {
      if (!user.deactivatedAt) return refused(user.id, "in_use");
      const before = await heldOf(tx, user);
      const after = (db: Executor) => queueErased(db, user);
      const bytes = await eraseRows(tx, user.id, context.now, { by: context, after });
      if (!bytes) return refused(user.id, "in_use");
      const left = await heldOf(tx, user);
      const { receipts, consents, acts, records } = await staysOf(tx, user.id);
      const until = new Date(user.deactivatedAt.getTime() + config.ERASE_AFTER_DAYS * DAY);
      const effects: Effect[] = [
        { name: "person_erased", count: 1 },
        ...(until > context.now
          ? [{ name: "erased_early", count: 1, facts: { until: until.toISOString() } }]
          : []),
        ...Object.entries(before).map(([name, count]) => ({
          name: `goes_${name}`,
          count: count - (left[name as keyof typeof left] ?? 0),
        })),
        {
          name: "stays_receipts",
          count: receipts.length,
          facts: { numbers: receipts.join(", ") },
        },
        { name: "stays_consents", count: consents },
        { name: "stays_records", count: records },
        { name: "stays_acts", count: acts },
      ];
      return {
        count: 1,
        to: [user.id],
        about: { target: { user: user.id } },
        effects: some(effects),
        after: () => eraseBytes(call, bytes),
      };
    },
    { alsoStaff: true },
  );
}

/** Counts the personal data that an erasure would delete. */
async function heldOf(tx: Executor, { id, email }: Pick<Person, "id" | "email">) {
  const own = tx.select({ id: projects.id }).from(projects).where(eq(projects.userId, id));
  return {
    ways:
      (await tx.$count(identities, eq(identities.userId, id))) +
      (await tx.$count(passkeys, eq(passkeys.userId, id))),
    sessions: await tx.$count(sessions, eq(sessions.userId, id)),
    drafts: await tx.$count(projects, eq(projects.userId, id)),
    files: await tx.$count(files, inArray(files.projectId, own)),
    mails: await tx.$count(outbox, and(eq(outbox.userId, id), eq(outbox.recipient, email))),
    whitepaper: await tx.$count(whitepaperRequests, eq(whitepaperRequests.email, email)),
  };
}
