import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "../db/connect";
import { editions, projects } from "../db/schema/applications";
import { fail } from "../http/failure";

/**
 * Returns the application with the id in a request's path, and its edition. Fails with 404 if the application does not
 * exist.
 */
export async function projectOf(db: Executor, id: string) {
  if (!z.uuid().safeParse(id).success) return fail("not_found");
  const [found] = await db
    .select({ project: projects, edition: editions })
    .from(projects)
    .innerJoin(editions, eq(editions.id, projects.editionId))
    .where(eq(projects.id, id));
  return found ?? fail("not_found");
}
