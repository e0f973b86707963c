import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import * as contract from "@/contract/staff/saved-lists";
import { savedLists, users } from "../db/schema/accounts";
import { fail } from "../http/failure";
import type { Call } from "../http/serve";

const { id, list, name, query } = savedLists;
const SHOWN = { id, list, name, query };

/** Lists the caller's saved views. */
export async function listSavedLists({ db, caller }: Call<typeof contract.listSavedLists>) {
  const lists = await db
    .select(SHOWN)
    .from(savedLists)
    .where(eq(savedLists.userId, caller.id))
    .orderBy(asc(savedLists.createdAt), asc(name));
  return { lists };
}

/** Saves the filters of a list as a view of the caller. */
export function saveList({ db, caller, body }: Call<typeof contract.saveList>) {
  if (!contract.isFilterOf(body.list, body.query)) {
    fail("invalid_fields", { fields: { query: "invalid_choice" } });
  }
  return db.transaction(async (tx) => {
    // Locks the account, so that two concurrent requests cannot exceed the maximum number of views.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, caller.id)).for("update");
    const own = and(eq(savedLists.userId, caller.id), eq(list, body.list));
    const names = await tx.select({ name }).from(savedLists).where(own);
    const isNew = names.every((one) => one.name !== body.name);
    if (isNew && names.length >= contract.SAVED_MAX) {
      fail("invalid_fields", { fields: { name: "too_many" } });
    }
    const [kept] = await tx
      .insert(savedLists)
      .values({ ...body, userId: caller.id })
      .onConflictDoUpdate({
        target: [savedLists.userId, list, name],
        set: { query: body.query },
      })
      .returning(SHOWN);
    if (!kept) throw new Error("a list was not kept");
    return kept;
  });
}

/** Deletes a saved view of the caller. */
export async function removeSavedList({
  db,
  caller,
  params,
}: Call<typeof contract.removeSavedList>): Promise<void> {
  if (!z.uuid().safeParse(params.id).success) fail("not_found");
  const removed = await db
    .delete(savedLists)
    .where(and(eq(id, params.id), eq(savedLists.userId, caller.id)))
    .returning({ id });
  if (removed.length === 0) fail("not_found");
}
