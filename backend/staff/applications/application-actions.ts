import { and, eq, inArray } from "drizzle-orm";
import * as contract from "@/contract/staff/applications";
import { type Effect, endFact } from "@/contract/staff/preview";
import { type ActionContext, appendAuditEntry, editionTarget } from "../../audit-log/entries";
import type { Database } from "../../db/connect";
import { projects } from "../../db/schema/applications";
import { projectTags, tags } from "../../db/schema/tags";
import { currentEdition, findCurrentEdition } from "../../editions/edition";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { extendDeadline, extensionEnd, revokeExtension } from "../../project/extend-deadline";
import { remindNow } from "../../project/reminders/remind-now";
import { restoreFor } from "../../project/withdraw-project";
import { executeAction } from "../execute-action";
import { newOwnerFor, ownedBy, ownersOf } from "../owners/owners";
import { TAG_COLUMNS } from "../tags/tags";
import { type Chosen, chosenApplications, type Selection, toEach } from "./chosen-applications";

/** Extends the deadline of the selected applications, like `npm run edition -- extend`. */
export function extendApplications(call: Call<typeof contract.extendApplications>) {
  const { selection, until } = call.body;
  return executeAction(contract.extendApplications, call, async (db, context) => {
    const effect = { name: "extended", facts: { until } };
    const outcome = await toEach(db, selection, context, effect, (tx, { email }) =>
      extendDeadline(tx, email, until, context),
    );
    const late = await intoEvaluation(db, until, outcome.count, context.now);
    return { ...outcome, effects: [...outcome.effects, ...late] };
  });
}

/** Returns a warning for the action's preview if the new deadline is after the start or end of the evaluation period. */
async function intoEvaluation(
  db: Database,
  until: string,
  count: number,
  now: Date,
): Promise<Effect[]> {
  const edition = count === 0 ? null : await findCurrentEdition(db, now);
  if (!edition) return [];
  const { evaluationOpensAt: begins, evaluationClosesAt: ends } = edition;
  const at = extensionEnd(until);
  if (ends && at > ends) {
    return [{ name: "after_evaluation", count, facts: { ends: endFact(ends) } }];
  }
  if (begins && at > begins) {
    return [{ name: "into_evaluation", count, facts: { begins: begins.toISOString() } }];
  }
  return [];
}

/** Revokes the deadline extension of the selected applications, like `npm run edition -- unextend`. */
export function unextendApplications(call: Call<typeof contract.unextendApplications>) {
  return executeAction(contract.unextendApplications, call, (db, context) =>
    toEach(db, call.body.selection, context, { name: "unextended" }, (tx, { email }) =>
      revokeExtension(tx, email, context),
    ),
  );
}

/** Restores the selected withdrawn applications, like `npm run edition -- restore`. */
export function restoreApplications(call: Call<typeof contract.restoreApplications>) {
  return executeAction(contract.restoreApplications, call, (db, context) =>
    toEach(db, call.body.selection, context, { name: "restored" }, (tx, { userId }) =>
      restoreFor(tx, userId, context, call.config),
    ),
  );
}

/** Sends a reminder for the selected applications that have unsent content. */
export function remindApplications(call: Call<typeof contract.remindApplications>) {
  return executeAction(contract.remindApplications, call, (db, context) =>
    toEach(db, call.body.selection, context, { name: "reminded" }, (tx, { userId }) =>
      remindNow(tx, userId, context),
    ),
  );
}

/**
 * Adds and removes tags on the selected applications, and counts the changed applications. Each change gets an audit
 * entry with the tag names as the reason, because erasing an applicant also erases reasons.
 */
export function tagApplications(call: Call<typeof contract.tagApplications>) {
  const { selection, add = [], remove = [] } = call.body;
  return executeAction(contract.tagApplications, call, async (db, context) => {
    const edition = await currentEdition(db, context.now);
    const wanted = [...new Set([...add, ...remove])];
    // Lock the tags, so that no concurrent action deletes or merges them.
    const found = await db
      .select(TAG_COLUMNS)
      .from(tags)
      .where(and(inArray(tags.id, wanted), eq(tags.editionId, edition.id)))
      .orderBy(tags.id)
      .for("share");
    const unknown = (ids: readonly string[]) => ids.some((id) => !found.some((t) => t.id === id));
    if (unknown(add) || add.some((id) => remove.includes(id))) {
      fail("invalid_fields", { fields: { add: "invalid_choice" } });
    }
    if (unknown(remove)) fail("invalid_fields", { fields: { remove: "invalid_choice" } });
    const { chosen, isOther } = await lockChosen(db, selection, context);
    const ids = chosen.map(({ id }) => id);
    const effects = [];
    const changes = new Map<string, { added: string[]; removed: string[] }>();
    const changeOf = (id: string) => {
      const known = changes.get(id) ?? { added: [], removed: [] };
      changes.set(id, known);
      return known;
    };
    for (const { id: tagId, name } of found.toSorted((a, b) => a.name.localeCompare(b.name))) {
      const isAdded = add.includes(tagId);
      const rows = isAdded
        ? await db
            .insert(projectTags)
            .values(ids.map((projectId) => ({ projectId, tagId })))
            .onConflictDoNothing()
            .returning({ id: projectTags.projectId })
        : await db
            .delete(projectTags)
            .where(and(eq(projectTags.tagId, tagId), inArray(projectTags.projectId, ids)))
            .returning({ id: projectTags.projectId });
      for (const { id } of rows) changeOf(id)[isAdded ? "added" : "removed"].push(name);
      const facts = { tag: name };
      effects.push({ name: isAdded ? "tagged" : "untagged", count: rows.length, facts });
    }
    for (const { id, userId } of chosen) {
      const { added = [], removed = [] } = changes.get(id) ?? {};
      const target = { ...editionTarget(edition), user: userId };
      for (const [act, names] of [
        ["application.tag", added],
        ["application.untag", removed],
      ] as const) {
        if (names.length === 0) continue;
        await appendAuditEntry(db, { ...context, reason: names.join(", ") }, { act, target });
      }
    }
    const to = [...changes].map(([id, { added, removed }]) => `${id} +${added} -${removed}`);
    return { count: changes.size, to, effects, changed: isOther };
  });
}

/**
 * Puts a staff member in charge of the selected applications, or leaves the applications without a staff member in
 * charge. The preview lists the staff members currently in charge, so that a concurrent change by another staff member
 * stops the action.
 */
export function assignApplications(call: Call<typeof contract.assignApplications>) {
  const { selection, owner: choice } = call.body;
  return executeAction(contract.assignApplications, call, async (db, context) => {
    const owner = await newOwnerFor(db, choice, call.caller.id);
    const edition = await currentEdition(db, context.now);
    const { chosen, isOther } = await lockChosen(db, selection, context);
    const ids = chosen.map(({ id }) => id);
    const before = await db
      .select({
        ...{ id: projects.id, userId: projects.userId, ownerId: projects.ownerId },
        ...{ ownedSince: projects.ownedSince, ownedById: projects.ownedById },
      })
      .from(projects)
      .where(inArray(projects.id, ids));
    const others = before.filter(({ ownerId }) => ownerId !== (owner?.id ?? null));
    const ownerOf = await ownersOf(db, others);
    await db
      .update(projects)
      .set(ownedBy(owner, context.actorId, context.now))
      .where(
        inArray(
          projects.id,
          others.map(({ id }) => id),
        ),
      );
    for (const { userId } of others) {
      const target = { ...editionTarget(edition), user: userId, ...(owner && { owner: owner.id }) };
      await appendAuditEntry(db, context, { act: "application.assign", target });
    }
    const former = Map.groupBy(
      others.filter(({ ownerId }) => ownerId !== null),
      (row) => ownerOf(row)?.name ?? "",
    );
    const effects = [
      owner
        ? { name: "assigned", count: others.length, facts: { name: owner.name } }
        : { name: "unassigned", count: others.length },
      ...[...former]
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([name, rows]) => ({ name: "taken_from", count: rows.length, facts: { name } })),
      ...(chosen.length > others.length
        ? [{ name: "assigned_already", count: chosen.length - others.length }]
        : []),
    ];
    const to = others.map(({ id, ownerId }) => `${id} ${ownerId}`);
    return { count: others.length, to, effects, changed: isOther };
  });
}

/**
 * Locks the selected applications in the order of their ids, which avoids deadlocks. `isOther` is true if the number of
 * applications differs from the number that the caller saw.
 */
async function lockChosen(db: Database, selection: Selection, context: ActionContext) {
  const found = await chosenApplications(db, selection, context.now, context.actorId);
  const ids = found.map(({ id }) => id);
  const locked = await db
    .select({ id: projects.id })
    .from(projects)
    .where(inArray(projects.id, ids))
    .orderBy(projects.id)
    .for("no key update");
  const still = new Set(locked.map(({ id }) => id));
  const chosen: Chosen[] = found.filter(({ id }) => still.has(id));
  return { chosen, isOther: "count" in selection && selection.count !== chosen.length };
}
