import { fold } from "@/contract/text/normalize-text";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import { projects } from "../../db/schema/applications";
import type { Edition } from "../../editions/edition";
import { recordAcceptance } from "../../project/send-project";
import { recordEvent } from "../../project/timeline";
import type { FileStore } from "../../store/store";
import { type DemoProject, readDemoProjects } from "./demo-project";
import { seedUser } from "./seed-accounts";
import { seedEvaluation } from "./seed-evaluation";
import { seedFiles } from "./seed-files";
import { seedSubmission } from "./seed-submission";

type Ground = {
  edition: Edition;
  /** Ids of the demo accounts by email. */
  accounts: Map<string, string>;
  store: FileStore;
  config: BackendConfig;
  now: Date;
};

export async function seedProjects(db: Executor, ground: Ground): Promise<void> {
  const all = readDemoProjects();
  for (const [index, project] of all.entries()) {
    await seedProject(db, project, index, all.length, ground);
  }
}

async function seedProject(
  db: Executor,
  demo: DemoProject,
  index: number,
  total: number,
  { edition, accounts, store, config, now }: Ground,
): Promise<void> {
  const [contact] = demo.team;
  const owner =
    (demo.account && accounts.get(demo.account)) ||
    (await seedOwner({ db, config, now: edition.opensAt }, demo));
  const fields = {
    ...demo.fields,
    ...(contact && {
      referente_nome_e_cognome: contact[0],
      referente_ruolo: contact[1],
      referente_age: contact[2],
      referente_email: emailOf(contact[0], demo.slug),
      referente_telefono: phone(index, 0),
    }),
    team: demo.team.map(([name, role, age, info], member) => ({
      name,
      role,
      phone: phone(index, member),
      age,
      info,
    })),
  };
  const at = moment(edition.opensAt, now, (index + 1) / (total + 1));
  const [row] = await db
    .insert(projects)
    .values({
      editionId: edition.id,
      userId: owner,
      fields,
      version: 1,
      savedAt: at,
      createdAt: hoursBefore(at, 30),
    })
    .returning({ id: projects.id });
  if (!row) throw new Error("no project");
  // The last save of a draft has the time `at`. A sent application was last saved three hours before `at`, the time of
  // sending.
  const worked = demo.sent ? hoursBefore(at, 3) : at;
  const since = hoursBefore(worked, 1).toISOString();
  await recordEvent(db, row.id, "created", hoursBefore(at, 30));
  await recordEvent(db, row.id, "saved", worked, { since, saves: 7 });
  if (!demo.sent) return;
  const files = await seedFiles(db, demo, { projectId: row.id, index, store, at });
  const submissionId = await seedSubmission(db, {
    edition,
    projectId: row.id,
    fields,
    files,
    at,
  });
  await recordAcceptance(db, config, { userId: owner, language: demo.language, at });
  const evaluator = accounts.get("anna.ferrero@slancio.example");
  if (evaluator) {
    await seedEvaluation(db, demo, { edition, projectId: row.id, submissionId, evaluator, at });
  }
}

async function seedOwner(
  ground: Parameters<typeof seedUser>[0],
  demo: DemoProject,
): Promise<string> {
  const name = demo.team[0]?.[0] ?? demo.slug;
  const [firstName = name, ...rest] = name.split(" ");
  const values = {
    email: emailOf(name, demo.slug),
    firstName,
    lastName: rest.join(" "),
    language: demo.language,
  };
  return seedUser(ground, values);
}

/** Returns the address name.surname@project.example in ASCII for a demo person. */
function emailOf(name: string, slug: string): string {
  return `${fold(name).replaceAll(/[^a-z]+/g, ".")}@${slug}.example`;
}

/**
 * Returns a phone number in an unassigned range that looks like an Italian mobile number. Each number is unique in the
 * demo.
 */
function phone(project: number, member: number): string {
  return `+39 320 000 ${String(project * 10 + member).padStart(4, "0")}`;
}

/**
 * Returns a time during working hours, on the day at the given fraction (`share`) of the period between two dates. The
 * time is never later than `to`.
 */
function moment(from: Date, to: Date, share: number): Date {
  const at = new Date(from.getTime() + (to.getTime() - from.getTime()) * share);
  at.setUTCHours(7 + ((at.getUTCDate() * 5) % 12), (at.getUTCDate() * 17) % 60, 0, 0);
  return at < to ? at : to;
}

function hoursBefore(at: Date, hours: number): Date {
  return new Date(at.getTime() - hours * 3_600_000);
}
