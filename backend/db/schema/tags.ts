import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { TagColour } from "@/contract/staff/tag-schemas";
import { editions, projects } from "./applications";
import { createdAt, id } from "./columns";

/* Tables for tags, with which staff sort applications. Applicants and evaluators never see tags. */

export const tags = pgTable(
  "tags",
  {
    id: id(),
    editionId: uuid()
      .notNull()
      .references(() => editions.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The tag's name without case or accents (migration 0003), so that no two tags differ only in case. */
    key: text().notNull().generatedAlwaysAs(sql`search_key(name)`),
    colour: text().$type<TagColour>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique().on(table.editionId, table.key)],
);

export const projectTags = pgTable(
  "project_tags",
  {
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    tagId: uuid()
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.tagId] }), index().on(table.tagId)],
);
