import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { applicationsQuerySchema } from "@/contract/staff/applications";
import { mailsFilterSchema } from "@/contract/staff/mails";
import { peopleFilterSchema } from "@/contract/staff/people";
import * as contract from "@/contract/staff/saved-lists";
import { appendAuditEntry } from "../audit-log/entries";
import type { Executor } from "../db/connect";
import { hiddenLists, savedLists, users } from "../db/schema/accounts";
import { editions } from "../db/schema/applications";
import { tags } from "../db/schema/tags";
import { findCurrentEdition } from "../editions/edition";
import { fail } from "../http/failure";
import type { Call, Caller } from "../http/serve";
import { actionContextFor } from "./action-context";

type Row = typeof savedLists.$inferSelect;

/** The query parameters that a saved view can contain, for each list: filters, order, and columns. */
const FILTERS = {
  applications: applicationsQuerySchema.omit({
    ...{ search: true, after: true, before: true, per_page: true },
  }),
  people: peopleFilterSchema.omit({ search: true }),
  mails: mailsFilterSchema.omit({ search: true }),
} as const satisfies Record<contract.SavedList, unknown>;

/** Reports whether a query contains at least one parameter and only parameters of the list. */
function isFilterOf(list: contract.SavedList, query: Record<string, string>): boolean {
  const isKnown = FILTERS[list].partial().strict().safeParse(query).success;
  return isKnown && Object.keys(query).length > 0;
}

/** Lists the caller's saved views, then the views that colleagues share. Rule: staff.shared-views. */
export async function listSavedLists({
  db,
  caller,
  arrivedAt,
}: Call<typeof contract.listSavedLists>) {
  const isOwn = eq(savedLists.userId, caller.id);
  const rows = await db
    .select()
    .from(savedLists)
    .where(or(isOwn, savedLists.shared))
    .orderBy(sql`${isOwn} desc`, asc(savedLists.createdAt), asc(savedLists.name));
  return { lists: await shown(db, rows, caller, arrivedAt) };
}

/** Saves the filters of a list as the caller's view, or replaces the caller's view with the same name. */
export function saveList({ db, caller, body, arrivedAt }: Call<typeof contract.saveList>) {
  if (!isFilterOf(body.list, body.query)) {
    fail("invalid_fields", { fields: { query: "invalid_choice" } });
  }
  return db.transaction(async (tx) => {
    // Lock the account, so that two concurrent requests cannot exceed the maximum number of views.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, caller.id)).for("update");
    const own = and(eq(savedLists.userId, caller.id), eq(savedLists.list, body.list));
    const views = await tx.select().from(savedLists).where(own);
    const former = views.find((one) => one.name === body.name);
    if (!former && views.length >= contract.SAVED_MAX) {
      fail("invalid_fields", { fields: { name: "too_many" } });
    }
    const { shared = former?.shared ?? false } = body;
    const [kept] = await tx
      .insert(savedLists)
      .values({ ...body, shared, userId: caller.id })
      .onConflictDoUpdate({
        target: [savedLists.userId, savedLists.list, savedLists.name],
        set: { query: body.query, shared },
      })
      .returning();
    if (!kept) throw new Error("a list was not kept");
    await recordSharing(tx, caller, arrivedAt, former, kept);
    return only(tx, kept, caller, arrivedAt);
  });
}

/** Renames a saved view, shares it, or stops sharing it. */
export function changeSavedList(call: Call<typeof contract.changeSavedList>) {
  const { db, caller, params, body, arrivedAt } = call;
  return db.transaction(async (tx) => {
    const former = await editableView(tx, params.id, caller);
    const { name = former.name, shared = former.shared } = body;
    const same = and(
      eq(savedLists.userId, former.userId),
      eq(savedLists.list, former.list),
      eq(savedLists.name, name),
    );
    if (name !== former.name && (await tx.$count(savedLists, same)) > 0) {
      fail("invalid_fields", { fields: { name: "name_taken" } });
    }
    const [kept] = await tx
      .update(savedLists)
      .set({ name, shared })
      .where(eq(savedLists.id, former.id))
      .returning();
    if (!kept) throw new Error("a list was not kept");
    await recordSharing(tx, caller, arrivedAt, former, kept);
    return only(tx, kept, caller, arrivedAt);
  });
}

/**
 * Hides a saved view that a colleague shares, so that the caller no longer has a tab for the view. Can also show the
 * view again.
 */
export async function hideSavedList({
  db,
  caller,
  params,
  body,
}: Call<typeof contract.hideSavedList>): Promise<void> {
  const view = await viewOf(db, params.id, caller);
  const mine = { userId: caller.id, listId: view.id };
  if (body.hidden) {
    await db.insert(hiddenLists).values(mine).onConflictDoNothing();
    return;
  }
  await db
    .delete(hiddenLists)
    .where(and(eq(hiddenLists.userId, caller.id), eq(hiddenLists.listId, view.id)));
}

/** Deletes a saved view of the caller. A director can also delete a shared view. */
export async function removeSavedList({
  db,
  caller,
  params,
  arrivedAt,
}: Call<typeof contract.removeSavedList>): Promise<void> {
  await db.transaction(async (tx) => {
    const view = await editableView(tx, params.id, caller);
    await tx.delete(savedLists).where(eq(savedLists.id, view.id));
    if (view.shared) await record(tx, caller, arrivedAt, "list.remove", view);
  });
}

/** Returns the saved view with the id in a request's path, if the caller can see it. Fails with 404 otherwise. */
async function viewOf(db: Executor, id: string, caller: Caller): Promise<Row> {
  if (!z.uuid().safeParse(id).success) return fail("not_found");
  const [view] = await db.select().from(savedLists).where(eq(savedLists.id, id)).for("update");
  return view && (view.userId === caller.id || view.shared) ? view : fail("not_found");
}

const isEditable = ({ userId, shared }: Row, { id, roles }: Caller) =>
  userId === id || (shared && roles.includes("director"));

/**
 * Returns the saved view with the id in a request's path, and locks the view until the transaction ends. Fails with 404
 * if the caller cannot change the view.
 */
async function editableView(tx: Executor, id: string, caller: Caller): Promise<Row> {
  const view = await viewOf(tx, id, caller);
  return isEditable(view, caller) ? view : fail("not_found");
}

/** Logs changes of a saved view that affect colleagues. Changes of a private view are not logged. */
async function recordSharing(
  tx: Executor,
  caller: Caller,
  now: Date,
  former: Row | undefined,
  kept: Row,
): Promise<void> {
  const wasShared = former?.shared ?? false;
  if (!wasShared && !kept.shared) return;
  await record(tx, caller, now, wasShared === kept.shared ? "list.change" : "list.share", kept);
}

/**
 * Adds a change of a saved view to the audit log. Stores the view's name in the entry's field `reason`, because a user
 * typed the name, and the audit log can erase the field `reason` but not the field `data`.
 */
async function record(
  tx: Executor,
  caller: Caller,
  now: Date,
  act: "list.share" | "list.change" | "list.remove",
  { list, name, shared }: Row,
): Promise<void> {
  const data = { list, ...(act === "list.share" && { shared: shared ? "yes" : "no" }) };
  await appendAuditEntry(tx, actionContextFor(caller, name, now), { act, target: {}, data });
}

async function only(db: Executor, row: Row, caller: Caller, now: Date) {
  const [view] = await shown(db, [row], caller, now);
  if (!view) throw new Error("a view was not shown");
  return view;
}

/** Converts stored views of a list to the contract's format. */
async function shown(
  db: Executor,
  rows: readonly Row[],
  caller: Caller,
  now: Date,
): Promise<contract.SavedListRow[]> {
  if (rows.length === 0) return [];
  const people = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(
      inArray(users.id, [
        ...new Set(rows.flatMap(({ userId, query }) => [userId, ...ownerIn(query)])),
      ]),
    );
  const names = new Map(
    people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]),
  );
  const hidden = new Set(
    (await db.select().from(hiddenLists).where(eq(hiddenLists.userId, caller.id))).map(
      ({ listId }) => listId,
    ),
  );
  const tagIds = rows.flatMap(({ query }) => idIn(query.tag));
  const known = tagIds.length
    ? await db
        .select({ id: tags.id, year: editions.year })
        .from(tags)
        .innerJoin(editions, eq(editions.id, tags.editionId))
        .where(inArray(tags.id, tagIds))
    : [];
  const current = await findCurrentEdition(db, now);
  /**
   * Returns which filter of a saved view is no longer valid, or null. For example, a tag is valid in one edition only.
   */
  const brokenOf = ({ list, query }: Row): contract.SavedListRow["broken"] => {
    if (!isFilterOf(list, query)) return "filter";
    const year = query.edition === undefined ? current?.year : Number(query.edition);
    const isTag = ({ id, year: own }: (typeof known)[number]) => id === query.tag && own === year;
    if (idIn(query.tag).length > 0 && !known.some(isTag)) return "tag";
    return ownerIn(query).some((id) => !names.has(id)) ? "owner" : null;
  };
  return rows.map((row) => ({
    ...{ id: row.id, list: row.list, name: row.name, query: row.query, shared: row.shared },
    own: row.userId === caller.id,
    by: names.get(row.userId) ?? "",
    editable: isEditable(row, caller),
    hidden: hidden.has(row.id),
    broken: brokenOf(row),
  }));
}

const idIn = (value: string | undefined) =>
  z.uuid().safeParse(value).success ? [value ?? ""] : [];
const ownerIn = ({ owner }: Record<string, string>) => idIn(owner);
