import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { Effect } from "@/contract/staff/preview";
import { TAG_COLOURS, TAGS_MAX, type TagColour } from "@/contract/staff/tag-schemas";
import * as contract from "@/contract/staff/tags";
import { appendAuditEntry, editionTarget } from "../../audit-log/entries";
import type { Executor } from "../../db/connect";
import { savedLists } from "../../db/schema/accounts";
import { projectTags, tags } from "../../db/schema/tags";
import { type Edition, findCurrentEdition } from "../../editions/edition";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { actionContextFor } from "../action-context";
import { executeAction } from "../execute-action";
import { TAG_COLUMNS } from "./tags";

/*
 * Actions that change the current edition's tags. These actions run one after the other, so that each action sees the
 * previous change. Rule: staff.tags.
 */

/** Creates a tag. Without a colour, the tag gets the least used colour. */
export function createTag({ db, caller, body, now, arrivedAt }: Call<typeof contract.createTag>) {
  return db.transaction(async (tx) => {
    const edition = await lockTags(tx, arrivedAt);
    const existing = await tx.select().from(tags).where(eq(tags.editionId, edition.id));
    if (await isTaken(tx, edition.id, body.name)) {
      fail("invalid_fields", { fields: { name: "name_taken" } });
    }
    if (existing.length >= TAGS_MAX) {
      fail("invalid_fields", { fields: { name: "too_many" } });
    }
    const used = (colour: TagColour) => existing.filter((one) => one.colour === colour).length;
    const [rarest = "grey"] = TAG_COLOURS.toSorted((a, b) => used(a) - used(b));
    const [tag] = await tx
      .insert(tags)
      .values({ editionId: edition.id, name: body.name, colour: body.colour ?? rarest })
      .returning(TAG_COLUMNS);
    if (!tag) throw new Error("a tag was not stored");
    await appendAuditEntry(tx, actionContextFor(caller, "", now()), {
      act: "tag.create",
      target: editionTarget(edition),
      data: { tag: tag.name },
    });
    return tag;
  });
}

/**
 * Changes the name or the colour of a tag. Refuses a name that another tag already has, because staff can merge the two
 * tags instead.
 */
export function changeTag(call: Call<typeof contract.changeTag>) {
  const { name, colour } = call.body;
  return executeAction(contract.changeTag, call, async (tx, context) => {
    const { tag, edition } = await lockTag(tx, call.params.id, context.now);
    if (await isTaken(tx, edition.id, name, tag.id)) {
      fail("invalid_fields", { fields: { name: "name_taken" } });
    }
    const isSame = tag.name === name && tag.colour === colour;
    if (!isSame) {
      await tx.update(tags).set({ name, colour }).where(eq(tags.id, tag.id));
      await appendAuditEntry(tx, context, {
        act: "tag.change",
        target: editionTarget(edition),
        data: { tag: name, before: tag.name },
      });
    }
    const count = await tx.$count(projectTags, eq(projectTags.tagId, tag.id));
    const effects: Effect[] = [
      ...(tag.name === name
        ? []
        : [{ name: "tag_renamed", count, facts: { before: tag.name, tag: name } }]),
      ...(tag.colour === colour ? [] : [{ name: "tag_coloured", count, facts: { tag: name } }]),
    ];
    return { count: isSame ? 0 : 1, to: [tag.id], effects };
  });
}

/**
 * Merges a tag into another tag and deletes the first tag. Saved views that filter by the deleted tag then filter by
 * the other tag.
 */
export function mergeTag(call: Call<typeof contract.mergeTag>) {
  return executeAction(contract.mergeTag, call, async (tx, context) => {
    const { tag, edition } = await lockTag(tx, call.params.id, context.now);
    const [into] = await tx
      .select()
      .from(tags)
      .where(and(eq(tags.id, call.body.into), ne(tags.id, tag.id), eq(tags.editionId, edition.id)));
    if (!into) return fail("invalid_fields", { fields: { into: "invalid_choice" } });
    const [own, both] = [
      await tx.$count(projectTags, eq(projectTags.tagId, tag.id)),
      await tx.$count(
        projectTags,
        and(
          eq(projectTags.tagId, tag.id),
          inArray(
            projectTags.projectId,
            tx
              .select({ id: projectTags.projectId })
              .from(projectTags)
              .where(eq(projectTags.tagId, into.id)),
          ),
        ),
      ),
    ];
    await tx.execute(sql`insert into ${projectTags} (project_id, tag_id, created_at)
      select project_id, ${into.id}, created_at from ${projectTags} where tag_id = ${tag.id} on conflict do nothing`);
    const views = await tx
      .update(savedLists)
      .set({ query: sql`${savedLists.query} || ${JSON.stringify({ tag: into.id })}::jsonb` })
      .where(sql`${savedLists.query} ->> 'tag' = ${tag.id}`)
      .returning({ id: savedLists.id });
    await tx.delete(tags).where(eq(tags.id, tag.id));
    await appendAuditEntry(tx, context, {
      act: "tag.merge",
      target: editionTarget(edition),
      data: { tag: into.name, before: tag.name, count: String(own) },
    });
    const facts = { before: tag.name, tag: into.name };
    const effects = [
      { name: "tag_merged", count: own, facts },
      ...(both > 0 ? [{ name: "tag_both", count: both, facts }] : []),
      ...(views.length > 0 ? [{ name: "tag_views_follow", count: views.length, facts }] : []),
    ];
    return { count: 1, to: [tag.id, into.id], effects };
  });
}

/**
 * Deletes a tag and removes it from its applications. Saved views that filter by the tag report that it no longer
 * exists.
 */
export function deleteTag(call: Call<typeof contract.deleteTag>) {
  return executeAction(contract.deleteTag, call, async (tx, context) => {
    const { tag, edition } = await lockTag(tx, call.params.id, context.now);
    const own = await tx.$count(projectTags, eq(projectTags.tagId, tag.id));
    const views = await tx.$count(savedLists, sql`${savedLists.query} ->> 'tag' = ${tag.id}`);
    await tx.delete(tags).where(eq(tags.id, tag.id));
    await appendAuditEntry(tx, context, {
      act: "tag.delete",
      target: editionTarget(edition),
      data: { tag: tag.name, count: String(own) },
    });
    const facts = { tag: tag.name };
    const effects = [
      { name: "tag_deleted", count: own, facts },
      ...(views > 0 ? [{ name: "tag_views_break", count: views, facts }] : []),
    ];
    return { count: 1, to: [tag.id], effects };
  });
}

/** Locks the tags of the current edition and returns the edition. Fails with 404 if there is no current edition. */
async function lockTags(tx: Executor, now: Date): Promise<Edition> {
  const edition = await findCurrentEdition(tx, now);
  if (!edition) return fail("not_found");
  // Use a separate lock instead of locking the edition's row. Each sent application updates that row, to count
  // receipts, and must not wait.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tags:${edition.id}`}, 0))`);
  return edition;
}

/**
 * Locks the tags of the current edition and returns the tag with the id in a request's path. Fails with 404 if the tag
 * does not exist.
 */
async function lockTag(tx: Executor, id: string, now: Date) {
  if (!z.uuid().safeParse(id).success) return fail("not_found");
  const edition = await lockTags(tx, now);
  const [tag] = await tx
    .select()
    .from(tags)
    .where(and(eq(tags.id, id), eq(tags.editionId, edition.id)));
  return tag ? { tag, edition } : fail("not_found");
}

/** Reports whether another tag of the edition already has this name. Ignores case and accents. */
async function isTaken(tx: Executor, editionId: string, name: string, except?: string) {
  const same = and(
    eq(tags.editionId, editionId),
    sql`${tags.key} = search_key(${name})`,
    except ? ne(tags.id, except) : undefined,
  );
  return (await tx.$count(tags, same)) > 0;
}
