import type { writeNote as contract } from "@/contract/staff/application";
import type { Call } from "../../http/serve";
import { ofEdition, writeAct } from "../../journal/acts";
import { byCaller } from "../by-caller";
import { projectOf } from "../project-of";

/** Keeps a note about an application in the log, with its text as the reason: nobody can change it, and it goes with its person. */
export async function writeNote({ db, caller, params, body, now }: Call<typeof contract>) {
  const { project, edition } = await projectOf(db, params.id);
  await writeAct(db, byCaller(caller, body.text, now()), {
    act: "application.note",
    target: { ...ofEdition(edition), user: project.userId },
  });
}
