import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { listColleagues as contract, newOwnerSchema, Owner } from "@/contract/staff/owners";
import type { Executor } from "../../db/connect";
import { dataRequests, hasRole, users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";

/* The staff member ("colleague") in charge of an application or of a data request. Rule: staff.in-charge. */

/**
 * Database columns of an application or data request that store which colleague is in charge, since when, and who put
 * the colleague in charge.
 */
export type Owned = { ownerId: string | null; ownedSince: Date | null; ownedById: string | null };

/**
 * SQL condition: the account can be in charge of applications and requests. The account is active and has a role that
 * can execute staff actions.
 */
const isColleague = and(
  or(hasRole("staff"), hasRole("director")),
  isNull(users.deactivatedAt),
) as SQL<boolean>;

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

/**
 * Lists by name the colleagues who can be in charge of an application or data request. Also lists former colleagues who
 * are still in charge.
 */
export async function listColleagues({ db, caller }: Call<typeof contract>) {
  const inCharge = or(
    inArray(
      users.id,
      db.selectDistinct({ id: projects.ownerId }).from(projects).where(isNotNull(projects.ownerId)),
    ),
    inArray(
      users.id,
      db
        .selectDistinct({ id: dataRequests.ownerId })
        .from(dataRequests)
        .where(isNotNull(dataRequests.ownerId)),
    ),
  );
  const rows = await db
    .select({
      ...{ id: users.id, firstName: users.firstName, lastName: users.lastName },
      isColleague: sql<boolean>`coalesce(${isColleague}, false)`,
    })
    .from(users)
    .where(or(isColleague, inCharge))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id));
  return {
    colleagues: rows.map((row) => ({
      id: row.id,
      name: nameOf(row),
      former: !row.isColleague,
      own: row.id === caller.id,
    })),
  };
}

/**
 * Returns the SQL condition for the applications or data requests that the chosen colleague is in charge of, or that
 * have no colleague in charge.
 *
 * @param viewer the id of the caller, for the choice "me"; without a caller, "me" matches no item
 */
export function isInCharge(owner: PgColumn, choice: string, viewer: string | undefined): SQL {
  if (choice === "none") return isNull(owner);
  if (choice === "me") return viewer ? eq(owner, viewer) : sql`false`;
  return eq(owner, choice);
}

/** Returns the colleagues in charge of some applications or data requests, by account id. */
export async function ownersOf(
  db: Executor,
  rows: readonly Owned[],
): Promise<(row: Owned) => Owner | null> {
  const ids = [
    ...new Set(rows.flatMap(({ ownerId, ownedById }) => [ownerId ?? [], ownedById ?? []].flat())),
  ];
  const found = ids.length
    ? await db
        .select({
          ...{ id: users.id, firstName: users.firstName, lastName: users.lastName },
          isColleague: sql<boolean>`coalesce(${isColleague}, false)`,
        })
        .from(users)
        .where(inArray(users.id, ids))
    : [];
  const known = new Map(found.map((user) => [user.id, user]));
  return ({ ownerId, ownedSince, ownedById }) => {
    const user = ownerId === null ? undefined : known.get(ownerId);
    if (!user || !ownedSince) return null;
    const by = ownedById === null ? undefined : known.get(ownedById);
    return {
      id: user.id,
      name: nameOf(user),
      former: !user.isColleague,
      since: ownedSince.toISOString(),
      by: by ? nameOf(by) || null : null,
    };
  };
}

/**
 * The colleague that an action puts in charge, or null if the action leaves no colleague in charge. The transaction
 * locks the colleague's account, so that no concurrent request deactivates it.
 */
export type NewOwner = { id: string; name: string } | null;

/** Returns the chosen colleague in charge. Fails if the account is not an active colleague. */
export async function newOwnerFor(
  tx: Executor,
  choice: z.output<typeof newOwnerSchema>,
  callerId: string,
): Promise<NewOwner> {
  if (choice === "none") return null;
  const id = choice === "me" ? callerId : choice;
  const [user] = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.id, id), isColleague))
    .for("share");
  if (!user) return fail("invalid_fields", { fields: { owner: "invalid_choice" } });
  return { id: user.id, name: nameOf(user) };
}

/** Returns the column values that put a colleague in charge of an application or data request. */
export function ownedBy(owner: NewOwner, by: string | undefined, now: Date): Owned {
  if (!owner) return { ownerId: null, ownedSince: null, ownedById: null };
  return { ownerId: owner.id, ownedSince: now, ownedById: by ?? null };
}
