import { and, desc, eq, gt } from "drizzle-orm";
import type { PreviewLinksRequest, StoredLink } from "@/contract/content/preview-links";
import type { Database } from "../db/connect";
import { previewLinks } from "../db/schema/preview-links";

/** Stores, lists, revokes, or finds preview links. A revoked link is deleted, so that no later read can find it. */
export async function runPreviewLinks(
  db: Database,
  now: Date,
  asked: PreviewLinksRequest,
): Promise<StoredLink[]> {
  const isValid = gt(previewLinks.expiresAt, now);
  const rows = () => {
    switch (asked.action) {
      case "issue": {
        // Rounds the expiry down to whole seconds, because the URL of a preview link contains whole seconds.
        const seconds = Math.floor(now.getTime() / 1000 + asked.hours * 3600);
        return db
          .insert(previewLinks)
          .values({
            ...asked.item,
            expiresAt: new Date(seconds * 1000),
            createdBy: asked.by,
            createdAt: now,
          })
          .returning();
      }
      case "list":
        return db.select().from(previewLinks).where(isValid).orderBy(desc(previewLinks.createdAt));
      case "revoke":
        return db
          .delete(previewLinks)
          .where(and(isValid, asked.id === "all" ? undefined : eq(previewLinks.id, asked.id)))
          .returning();
      case "check":
        return db
          .select()
          .from(previewLinks)
          .where(and(isValid, eq(previewLinks.id, asked.id)));
    }
  };
  return (await rows()).map(({ id, type, slug, lang, expiresAt, createdBy, createdAt }) => ({
    ...{ id, type, slug, lang },
    expires: expiresAt.getTime() / 1000,
    by: createdBy,
    createdAt: createdAt.toISOString(),
  }));
}
