import { and, eq } from "drizzle-orm";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import type { Project } from "@/contract/project/project-schemas";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects, submissions } from "../../db/schema/applications";
import type { Caller } from "../../http/serve";
import { normalisePhone } from "../../project/team-rule";

type Hint = ProjectForEvaluation["hints"][number];

/** Common email providers. Two people who use one of these providers need not know each other. */
const SHARED_PROVIDERS = new Set(
  "gmail.com googlemail.com outlook.com outlook.it hotmail.com hotmail.it live.com live.it msn.com yahoo.com yahoo.it icloud.com me.com proton.me protonmail.com pm.me gmx.com gmx.net libero.it virgilio.it alice.it tim.it tin.it tiscali.it fastwebnet.it inwind.it iol.it email.it aruba.it pec.it legalmail.it".split(
    " ",
  ),
);

type Person = { name: string; phone: string };

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}

/**
 * Returns the domain that two email domains share: if the domains are equal, or if one is a subdomain of the other
 * (studenti.unibg.it and unibg.it). Otherwise null.
 */
function sharedDomain(one: string, other: string): string | null {
  if (one === other || one.endsWith(`.${other}`)) return other;
  return other.endsWith(`.${one}`) ? one : null;
}

/** Returns the contact person and the team members of a project who have a phone number. */
function peopleOf(project: Partial<Project>): Person[] {
  const { referente_nome_e_cognome: name = "", referente_telefono: phone = "" } = project;
  const people = [{ name, phone }, ...(project.team ?? [])];
  return people.filter((person) => person.phone);
}

/** Returns hints if the evaluator has the same email domain as the contact person or the applicant's account. */
export function domainHints(evaluator: string, addresses: readonly string[]): Hint[] {
  const own = domainOf(evaluator);
  if (!own || SHARED_PROVIDERS.has(own)) return [];
  const shared = addresses
    .filter((address) => address.includes("@"))
    .flatMap((address) => sharedDomain(own, domainOf(address)) ?? [])
    .filter((domain) => domain.includes("."));
  return [...new Set(shared)].map((detail) => ({ kind: "email_domain", detail }));
}

/** Returns a hint for each person of the project who has the evaluator's phone number. */
export function phoneHints(own: readonly string[], project: Partial<Project>): Hint[] {
  const phones = new Set(own.map(normalisePhone));
  const names = peopleOf(project)
    .filter(({ phone }) => phones.has(normalisePhone(phone)))
    .map(({ name }) => name);
  return [...new Set(names)].map((detail) => ({ kind: "phone", detail }));
}

/**
 * Returns hints of a possible conflict of interest between the caller and a project, which the caller judges. Conflicts
 * that always recuse the caller are in conflicts-of-interest.ts. An account has no phone, so the evaluator's phone
 * numbers come from the evaluator's own applications.
 */
export async function findPossibleConflicts(
  db: Executor,
  caller: Pick<Caller, "id" | "email">,
  projectId: string,
  project: Project,
): Promise<Hint[]> {
  const [[owner], own] = await Promise.all([
    db
      .select({ id: users.id, email: users.email })
      .from(projects)
      .innerJoin(users, eq(users.id, projects.userId))
      .where(eq(projects.id, projectId)),
    db
      .select({ draft: projects.fields, sent: submissions.project })
      .from(projects)
      .leftJoin(submissions, and(eq(submissions.projectId, projects.id), submissions.current))
      .where(eq(projects.userId, caller.id)),
  ]);
  if (owner?.id === caller.id) return [{ kind: "own_project", detail: project.nome }];
  const phones = own
    .flatMap(({ draft, sent }) => [...peopleOf(draft), ...peopleOf(sent ?? {})])
    .map(({ phone }) => phone);
  return [
    ...domainHints(caller.email, [project.referente_email, owner?.email ?? ""]),
    ...phoneHints(phones, project),
  ];
}
