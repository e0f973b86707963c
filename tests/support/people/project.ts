import { createHash, randomUUID } from "node:crypto";
import type { Database } from "@/backend/db/connect";
import { files } from "@/backend/db/schema/applications";
import type { FileField } from "@/contract/project/project-fields";
import type { Draft } from "@/contract/project/project-schemas";

let people = 0;

/** Returns a phone number that is unique in this test run. */
export function newPhone(): string {
  people += 1;
  return `+39 347 ${String(1_000_000 + people)}`;
}

/** Returns values for every field that a save can contain. Each call has other people in the team. */
export function fullDraft(changes: Draft = {}): Draft {
  return {
    nome: "Filò",
    idea: "Recuperiamo gli scarti della lana dei piccoli allevamenti e ne facciamo pannelli isolanti.",
    tipologia_impresa: "ti-startup_innovativa",
    tipologia_altro: "",
    anno_costituzione: "2024",
    costituita: "yes",
    femminile: "yes",
    stage: "stage-prototype",
    industry: "industry-cleantech",
    tech: "tech-iot",
    tech_altro: "",
    sustainableretail: "yes",
    obiettivi: "Portare i pannelli in tre cantieri entro l'anno.",
    impatto: "",
    sustainableretail_video: "https://video.example.org/filo",
    referente_nome_e_cognome: "Giulia Ferraro",
    referente_ruolo: "CEO",
    referente_email: "giulia@example.org",
    referente_telefono: newPhone(),
    referente_age: "age-30_50",
    team: [
      {
        name: "Marco Deidda",
        role: "CTO",
        phone: newPhone(),
        age: "age-under_30",
        info: "gb_ref-friend",
      },
    ],
    ...changes,
  };
}

/** Inserts the database row of a checked file, for tests that need no upload. */
export async function insertFile(db: Database, projectId: string, field: FileField, bytes = "x") {
  const [file] = await db
    .insert(files)
    .values({
      id: randomUUID(),
      projectId,
      field,
      name: field === "video" ? "video.mp4" : "pitch.pdf",
      size: bytes.length,
      type: field === "video" ? "video/mp4" : "application/pdf",
      sha256: createHash("sha256").update(bytes).digest("hex"),
      ...(field === "pitch" && { pages: 12 }),
      ...(field === "video" && { duration: 92.4 }),
    })
    .returning();
  if (!file) throw new Error("no file");
  return file;
}
