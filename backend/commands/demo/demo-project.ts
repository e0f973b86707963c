import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { languageSchema } from "@/contract/fields";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { AGE, INFO } from "@/contract/project/options";
import { TEAM_MAX } from "@/contract/project/project-fields";
import { draftSchema } from "@/contract/project/project-schemas";

const FOLDER = join(import.meta.dirname, "projects");

const memberSchema = z.tuple([z.string(), z.string(), z.enum(AGE), z.enum(INFO)]);

/**
 * Schema of one file in projects/: an application with realistic texts, and its demo data, such as its account and its
 * scores.
 */
const demoProjectSchema = z.object({
  /**
   * Email of the demo account that owns the application. Without an email, the seed creates an account for the contact
   * person.
   */
  account: z.string().optional(),
  language: languageSchema.default(DEFAULT_LANGUAGE),
  /** Whether the demo application is sent. If false, the application is an unsent draft. */
  sent: z.boolean().default(true),
  fields: draftSchema.omit({ team: true }),
  /**
   * The team members, each with name, role, age, and how the person heard of the programme. The first member is the
   * contact person.
   */
  team: z.array(memberSchema).max(TEAM_MAX).default([]),
  video: z.string().optional(),
  logo: z.string().optional(),
  altro_materiale: z.string().optional(),
  /** Evaluation by the first demo evaluator: five scores (null if missing), a note, or a recusal. */
  scores: z.array(z.number().int().nullable()).length(5).optional(),
  note: z.string().default(""),
  recusal: z.string().optional(),
});

export type DemoProject = z.output<typeof demoProjectSchema> & { slug: string };

/** Returns all applications of the demo, sorted by file name. */
export function readDemoProjects(): DemoProject[] {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".yaml"))
    .sort();
  return names.map((name) => {
    const project = demoProjectSchema.parse(parse(readFileSync(join(FOLDER, name), "utf8")));
    const { idea, obiettivi, impatto } = project.fields;
    const texts = {
      idea: paragraphs(idea),
      obiettivi: paragraphs(obiettivi),
      impatto: paragraphs(impatto),
    };
    return { ...project, fields: { ...project.fields, ...texts }, slug: name.replace(".yaml", "") };
  });
}

/** Separates paragraphs with blank lines, because YAML folds a blank line into a single newline. */
function paragraphs(text = ""): string {
  return text.replaceAll("\n", "\n\n");
}
