import { like } from "drizzle-orm";
import { outbox } from "@/backend/db/schema/mail";
import { release } from "@/backend/selection/release";
import { applyUndo } from "@/backend/selection/revise";
import { applySelection } from "@/backend/selection/select";
import { STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import type { Project } from "@/contract/project/project-schemas";
import { evaluationBench } from "./evaluation";

/** Creates a back end whose clock is after the deadline. Applicants have tokens that are valid at this time. */
export async function funnelBench() {
  const bench = await evaluationBench({ now: new Date("2026-11-20T10:00:00.000Z") });
  const { db, api, clock, edition, makeUser, makeSent } = bench;
  const act = (reason = "Riunione del 20 novembre") => ({ actor: "Rita", reason, now: clock.now });

  async function makeApplicant(nome: string, more: Partial<Project> = {}, user = {}) {
    const owner = await makeUser(user);
    const sentAt = new Date("2026-09-01T10:00:00.000Z");
    const sent = await makeSent({ userId: owner.id, sentAt, fields: { nome, ...more } });
    const token = owner.token;
    return {
      ...sent,
      email: owner.email,
      timeline: async () =>
        (await api("GET", "wp/v2/project/timeline", { token })).json.events.filter(
          ({ type }: { type: string }) => type === "decision",
        ),
      token,
    };
  }
  const select = (stage: Stage, projects: { id: string }[], override = false) => {
    const names = projects.map(({ id }) => id);
    return applySelection(
      db,
      { edition, stage, pick: { names }, graceMinutes: 15 },
      act(),
      override,
    );
  };
  const undo = (stage: Stage, projects: { id: string }[], override = false) => {
    const names = projects.map(({ id }) => id);
    return applyUndo(db, { edition, stage, names }, act("Errore di lista"), override);
  };
  const publish = (override = false) =>
    release(db, edition, STAGE_IDS, act("Pubblicazione"), { override, graceMinutes: 15 });
  const mails = () =>
    db.select().from(outbox).where(like(outbox.template, "decision%")).orderBy(outbox.recipient);
  return { ...bench, act, makeApplicant, select, undo, publish, mails };
}
