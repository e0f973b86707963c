import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tag } from "@/contract/staff/tag-schemas";
import type { listTags as contract } from "@/contract/staff/tags";
import type { Executor } from "../../db/connect";
import { projects } from "../../db/schema/applications";
import { projectTags, tags } from "../../db/schema/tags";
import { findCurrentEdition } from "../../editions/edition";
import type { Call } from "../../http/serve";
import { editionOf } from "../edition-of";

/** Columns of a tag that staff can see. */
export const TAG_COLUMNS = { id: tags.id, name: tags.name, colour: tags.colour };

/** Lists the tags of an edition with the number of applications of each tag. */
export async function listTags({ db, query, arrivedAt }: Call<typeof contract>) {
  const edition = await editionOf(db, query.edition, arrivedAt);
  const current = await findCurrentEdition(db, arrivedAt);
  const rows = await db
    .select({ ...TAG_COLUMNS, count: sql<number>`count(${projects.id})::int` })
    .from(tags)
    .leftJoin(projectTags, eq(projectTags.tagId, tags.id))
    .leftJoin(projects, and(eq(projects.id, projectTags.projectId), isNull(projects.withdrawnAt)))
    .where(eq(tags.editionId, edition.id))
    .groupBy(tags.id)
    .orderBy(asc(tags.key));
  return { edition: edition.year, current: current?.id === edition.id, tags: rows };
}

/** Returns the tags of some applications by application id. The tags are ordered by name. */
export async function tagsOf(
  db: Executor,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, Tag[]>> {
  if (projectIds.length === 0) return new Map();
  const rows = await db
    .select({ project: projectTags.projectId, tag: TAG_COLUMNS })
    .from(projectTags)
    .innerJoin(tags, eq(tags.id, projectTags.tagId))
    .where(inArray(projectTags.projectId, [...projectIds]))
    .orderBy(asc(tags.key));
  const grouped = Map.groupBy(rows, ({ project }) => project);
  return new Map([...grouped].map(([id, own]) => [id, own.map(({ tag }) => tag)]));
}
