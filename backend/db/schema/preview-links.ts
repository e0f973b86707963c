import { index, pgTable, text } from "drizzle-orm/pg-core";
import type { ContentType } from "@/contract/content/content-types";
import { createdAt, id, instant, languageCode } from "./columns";

/** The valid preview links that editors share. A revoked or expired link has no row (docs/decisions/0013). */
export const previewLinks = pgTable(
  "preview_links",
  {
    id: id(),
    type: text().$type<ContentType>().notNull(),
    slug: text().notNull(),
    lang: languageCode().notNull(),
    expiresAt: instant().notNull(),
    /** The creator of the preview link: a name from WordPress, or "command". */
    createdBy: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.expiresAt)],
);
