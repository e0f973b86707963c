import { and, eq, inArray, ne, notInArray, sql } from "drizzle-orm";
import { parsePhoneNumberFromString } from "libphonenumber-js";
import { phoneParts } from "@/contract/fields";
import type { Project } from "@/contract/project/project-schemas";
import { cleanPhone } from "@/contract/text/clean-text";
import type { Executor } from "../db/connect";
import { projectPeople, projects } from "../db/schema/applications";
import { fail } from "../http/failure";

/**
 * Normalizes a phone number to E.164. A number without a prefix counts as Italian. If parsing fails, returns only the
 * digits. Keeps an extension, because two people can share a switchboard.
 */
export function normalisePhone(phone: string): string {
  const { number, extension } = phoneParts(cleanPhone(phone)) ?? { number: phone, extension: "" };
  const parsed = parsePhoneNumberFromString(number, "IT");
  const plain = parsed?.isPossible() ? parsed.number : number.replace(/\D/g, "");
  return extension ? `${plain}x${extension}` : plain;
}

/** Returns the phone numbers in an application with their dotted field paths. */
function phonesOf({ referente_telefono, team }: Project): [field: string, phone: string][] {
  const fields: [string, string][] = [
    ["referente_telefono", referente_telefono],
    ...team.map(({ phone }, index): [string, string] => [`team.${index}.phone`, phone]),
  ];
  return fields.flatMap(([field, phone]) => (phone ? [[field, normalisePhone(phone)]] : []));
}

/**
 * Reserves the phone numbers of the contact person and the team for an application. If another application of the
 * edition has reserved one of these numbers, fails with 409 and names the fields (rule
 * application.one-person-one-team). The fixed order of the numbers avoids deadlocks.
 */
export async function claimPeople(
  tx: Executor,
  { id, editionId }: { id: string; editionId: string },
  project: Project,
): Promise<void> {
  const fields = phonesOf(project);
  // Remove duplicates, because the contact person can also be a team member.
  const phones = [...new Set(fields.map(([, phone]) => phone))].sort();
  await tx
    .delete(projectPeople)
    .where(and(eq(projectPeople.projectId, id), notInArray(projectPeople.phone, phones)));
  await tx
    .insert(projectPeople)
    .values(phones.map((phone) => ({ editionId, phone, projectId: id })))
    .onConflictDoNothing();
  const foreign = await tx
    .select({ phone: projectPeople.phone })
    .from(projectPeople)
    .where(
      and(
        eq(projectPeople.editionId, editionId),
        inArray(projectPeople.phone, phones),
        ne(projectPeople.projectId, id),
      ),
    );
  if (foreign.length === 0) return;
  const taken = fields.filter(([, phone]) => foreign.some((row) => row.phone === phone));
  fail("person_in_two_projects", {
    fields: Object.fromEntries(taken.map(([field]) => [field, "taken"])),
  });
}

/** Returns the edition's other applications that contain a phone number of this draft. */
export async function applicationsWithPhones(
  db: Executor,
  { id, editionId }: { id: string; editionId: string },
  project: Project,
): Promise<{ id: string; name: string }[]> {
  const phones = phonesOf(project).map(([, phone]) => phone);
  const taken = and(
    eq(projectPeople.editionId, editionId),
    inArray(projectPeople.phone, phones),
    ne(projectPeople.projectId, id),
  );
  return db
    .selectDistinct({
      id: projects.id,
      name: sql<string>`coalesce(${projects.fields} ->> 'nome', '')`,
    })
    .from(projectPeople)
    .innerJoin(projects, eq(projects.id, projectPeople.projectId))
    .where(taken);
}

/** Frees the phone numbers that a withdrawn application reserved. */
export async function freePeople(tx: Executor, projectId: string): Promise<void> {
  await tx.delete(projectPeople).where(eq(projectPeople.projectId, projectId));
}
