import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import { openRounds } from "@/backend/evaluations/rounds/open-rounds";
import { jobs } from "@/backend/jobs";
import { startJobs } from "@/backend/scheduling/every";
import { putBytes } from "@/backend/store/put-bytes";
import type { ActionPreview } from "@/contract/staff/preview";
import type { openFakes } from "../fakes/server";
import { pdf, video } from "../made-files/files";
import { tusClient } from "../made-files/tus";
import type { testBackend } from "../servers/backend";
import { commandsOn } from "../servers/commands";
import { appHoldersOf } from "./app-holder";
import { five } from "./evaluation";
import { keyHoldersOf } from "./key-holder";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "./people";
import { fullDraft, insertFile } from "./project";
import { googleBody, SSO } from "./social";

type Bench = Awaited<ReturnType<typeof testBackend>>;
type Google = Awaited<ReturnType<typeof openFakes>>["google"];

type Person = { email: string; token: string };

/**
 * Runs a complete edition through the API, from its opening to corrected outcomes. Tests of what each role can read
 * thus get data in states that no inserted row has. `SECOND_PERSON` must contain "erase".
 */
export function wholeEditionOf(bench: Bench, google: Google) {
  const { api, clock, db, deps } = bench;
  const { register, login, signUp, tokenFor } = peopleOf(bench);
  const { keyHolder, enter, loginOptions } = keyHoldersOf(bench);
  const { addApp } = appHoldersOf(bench);
  const { upload, create, append } = tusClient(api);
  const command = commandsOn(deps);

  async function ask(method: string, path: string, { token }: { token?: string }, body?: object) {
    const answer = await api(method, `wp/v2/${path}`, { ...(token && { token }), body });
    if (answer.status < 300) return answer.json;
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}`);
  }
  /** Requests the preview of a staff action, then executes the action. */
  async function act(path: string, body: object, by: { token: string }) {
    const shown: ActionPreview = await ask("POST", `staff/${path}`, by, body);
    const agreed = { plan: shown.plan, typed: shown.count, reason: "Riunione", anyway: true };
    const made: ActionPreview = await ask("POST", `staff/${path}`, by, { ...body, ...agreed });
    if (!made.done && made.line === null) throw new Error(`${path}: ${JSON.stringify(made)}`);
  }
  /** Signs a user in again and returns a new access token. */
  async function back({ email }: Person, password = PASSWORD): Promise<Person> {
    return { email, token: (await login(email, password)).json.access_token };
  }
  function setClock(day: string) {
    clock.now = new Date(`${day}T10:00:00.000Z`);
  }
  async function operator(...args: string[]) {
    const { code, err } = await command("user", ...args, "--reason", "prova", "--yes");
    if (code !== 0) throw new Error(err);
  }
  /** Creates an account with a passkey and a role. `here` signs the account in with the passkey. */
  async function colleague(role: string) {
    const { authenticator, email } = await keyHolder();
    await operator("grant", role, email);
    return {
      email,
      async here(): Promise<Person> {
        const { json } = await enter(authenticator.sign(await loginOptions()));
        return { email, token: json.access_token };
      },
    };
  }
  /**
   * Creates an applicant with a sent application. Inserts its files directly, or uploads them if `uploaded` is true.
   */
  async function sent(nome: string, { uploaded = false } = {}): Promise<Person> {
    const person = await signUp();
    await ask("POST", "project", person, fullDraft({ nome }));
    if (uploaded) {
      const deck = { field: "pitch", name: "pitch.pdf", bytes: await pdf() };
      const clip = { field: "video", name: "video.mp4", bytes: video("clip.mp4") };
      for (const file of [deck, clip]) expect((await upload(person.token, file)).status).toBe(204);
      const { project } = await ask("GET", "project", person);
      const cues = [{ start: 0, end: 0.5, text: "Siamo Alba" }];
      const captions = { language: "it", cues };
      await ask("POST", `project/files/${project.video.id}/captions`, person, captions);
    } else {
      const { rows } = await db.execute<{ id: string }>(
        sql`select p.id from projects p join users u on u.id = p.user_id where email = ${person.email}`,
      );
      for (const field of ["pitch", "video"] as const) {
        const { id } = await insertFile(db, rows[0]!.id, field, `${field} of ${nome}`);
        await putBytes(deps.store, id, Buffer.from(`${field} of ${nome}`));
      }
    }
    await ask("POST", "project/send", person);
    return person;
  }
  const idsIn = async (by: Person): Promise<Record<string, string>> => {
    const { projects } = await ask("GET", "projects?per_page=100", by);
    return Object.fromEntries(projects.map(({ nome, id }: Record<string, string>) => [nome, id]));
  };

  /** Runs the whole edition. Returns its participants, all signed in at the end of the edition. */
  async function live() {
    setClock("2026-08-20");
    const [rita, carla, dino] = [
      await colleague("staff"),
      await colleague("director"),
      await colleague("director"),
    ];
    await act(
      "editions/2026/opening",
      { from: "2026-08-01", until: "2026-09-30" },
      await rita.here(),
    );

    const figures = {
      ...{ places: { semifinalist: 18 }, reminders: { applicants: [168, 48, 3] } },
      ...{ feedback: true, feedback_band: true, discussion: true },
    };
    await act("editions/2026/figures", figures, await carla.here());

    // Applicants in many states: sent several times, withdrawn, withdrawn and restored, partial, registered with
    // Google, and unconfirmed.
    const ada = await sent("Alba", { uploaded: true });
    await ask("POST", "project", ada, { idea: "Un’altra idea" });
    await ask("POST", "project/send", ada);
    const bruno = await sent("Bora");
    await ask("DELETE", "project", bruno);
    await ask("POST", "project/restore", bruno);
    await ask("POST", "project/send", bruno);
    const gone = await sent("Cala");
    await ask("DELETE", "project", gone);
    const erased = await sent("Duna");
    const asked = await sent("Eco");
    const draft = await signUp();
    const bytes = video("clip.mp4");
    const { id } = await create(draft.token, {
      field: "altro_materiale",
      name: "altro.mp4",
      bytes,
    });
    expect((await append(draft.token, id, 0, bytes.subarray(0, 100))).status).toBe(204);
    const idToken = await google.idToken({}, { now: clock.now });
    await ask("POST", SSO.replace("wp/v2/", ""), {}, googleBody(idToken));
    await register();
    const app = await signUp();
    await addApp(app.token);
    await operator("second-factor", "reset", app.email, "--by", "Ada", "--and", "Bruno");
    const reader = { first_name: "Irene", last_name: "Bassani", company: "Rio", role: "Soci" };
    const whitepaper = { ...reader, email: "irene@example.org", privacy: true };
    await ask("POST", "whitepaper_requests", {}, whitepaper);

    // Staff send a letter, and save a letter's text, filters, and a data request.
    let by = await rita.here();
    const all = { query: {}, count: (await ask("GET", "staff/applications", by)).total };
    const texts = {
      it: { subject: "Manca poco", text: "Tre giorni." },
      en: { subject: "Soon", text: "Three." },
    };
    await act("letters", { selection: all, texts }, by);
    await ask("POST", "staff/letter-texts", by, { name: "Ultimi giorni", texts });
    const filters = { list: "applications", name: "Ultima sera", query: { state: "complete" } };
    await ask("POST", "staff/saved-lists", by, filters);
    // Staff add a tag, an owner, and a note to an application. One staff member shares a saved list, and another hides
    // it.
    const { applications: found } = await ask("GET", "staff/applications?search=Alba", by);
    const tag = await ask("POST", "staff/tags", by, { name: "stampa" });
    const one = { selection: { ids: [found[0].id] } };
    await act("applications/tags", { ...one, add: [tag.id] }, by);
    await act("applications/owner", { ...one, owner: "me" }, by);
    await ask("POST", `staff/applications/${found[0].id}/notes`, by, { text: "Da chiamare" });
    const kept = { list: "applications", name: "Stampa", query: { tag: tag.id }, shared: true };
    const { id: view } = await ask("POST", "staff/saved-lists", by, kept);
    await ask("POST", `staff/saved-lists/${view}/hiding`, await carla.here(), { hidden: true });
    const request = { email: "irene@example.org", kind: "access", received_on: "2026-08-20" };
    await act("requests", request, by);
    await ask("POST", "staff/notices", by, { summary_hour: 8, alerts: ["request_due"] });

    // Evaluators accept invitations and score projects. All close their evaluations; one is reopened and closes again.
    setClock("2026-10-05");
    by = await rita.here();
    await act("editions/2026/dates", { which: "evaluation-closes", day: "2026-10-20" }, by);
    const people = ["uno", "due", "tre", "quattro"].map((name) => ({
      ...{ email: `${name}@example.org`, first_name: name, last_name: "Giurato" },
      ...{ language: "it", capacity: null },
    }));
    await act("evaluators/invitations", { people }, by);
    const jury: Person[] = [];
    for (const { email } of people) {
      const answer = { answer: "less", capacity: 40, conflicts: ["Forno Rossi"] };
      const body = { token: await tokenFor(email), password: OTHER_PASSWORD, answer };
      jury.push({
        email,
        token: (await ask("POST", "users/login/invitation", {}, body)).access_token,
      });
    }
    const wanted = await ask("POST", "staff/assignment/proposal", by, { readings: 3, seed: 1 });
    const isProposed = async () =>
      (await ask("GET", "staff/assignment", by)).proposal?.state === "done";
    await vi.waitUntil(isProposed, { timeout: 60_000 });
    await act("assignment", { proposal: wanted.id, notify: true }, by);
    const { cells } = await ask("GET", "staff/assignment/matrix", by);
    const given = cells.find(({ state }: { state: string }) => state === "assigned");
    const pinned = { project: given.project, evaluator: given.evaluator };
    await act("assignment/readings/fix", { ...pinned, fixed: true }, by);
    for (const [place, evaluator] of jury.entries()) {
      const [first, ...others] = Object.values(await idsIn(evaluator));
      for (const [index, one] of others.entries()) {
        const scores = five(8 - index, 9 - place, 7, 6, 5 + place);
        await ask("POST", `projects/${one}/evaluation`, evaluator, {
          scores,
          note: `Nota ${place}`,
        });
        await ask("POST", `projects/${one}/feedback`, evaluator, {
          ...{ text: `Per voi ${place}`, language: "it", reasons: ["strong.impact.people"] },
        });
      }
      await ask("POST", `projects/${first}/recusal`, evaluator, { reason: "Conosco il gruppo" });
    }
    const [uno, due, tre, quattro] = jury as [Person, Person, Person, Person];
    const close = (evaluator: Person) =>
      ask("POST", "projects_evaluations", evaluator, { closed: true });
    for (const evaluator of [uno, due, tre]) await close(evaluator);
    await act("selection/opening", { edition: 2026 }, await carla.here());
    const { evaluators } = await ask("GET", "staff/evaluators", by);
    const again = evaluators.find((one: Person) => one.email === uno.email);
    await act(`evaluators/${again.id}/reopening`, {}, await carla.here());
    const [, changed] = Object.values(await idsIn(uno));
    await ask("POST", `projects/${changed}/evaluation`, uno, { scores: five(1, 2, 3, 4, 5) });
    for (const evaluator of [uno, quattro]) await close(evaluator);
    // The chair of the discussions writes summaries. Then each evaluator contributes, revises scores, and agrees.
    await act("discussions/chair", { edition: 2026, evaluator: again.id }, by);
    const discussedBy = async (evaluator: Person): Promise<string[]> => {
      const { discussions } = await ask("GET", "projects/discussions", evaluator);
      return discussions.map(({ id }: { id: string }) => id);
    };
    for (const id of await discussedBy(uno)) {
      await ask("POST", `projects/${id}/summary`, uno, { text: "In sintesi", language: "it" });
    }
    for (const evaluator of jury) {
      for (const id of await discussedBy(evaluator)) {
        const said = { text: "Che cosa manca?" };
        const { readers, summary } = await ask(
          "POST",
          `projects/${id}/discussion`,
          evaluator,
          said,
        );
        // Revise only if the evaluator has scored the project. The chair also contributes to discussions of projects
        // that the chair has not scored.
        if (!readers.some(({ own }: { own: boolean }) => own)) continue;
        const revision = { scores: five(2, 2, 3, 4, 5), reason: "Ho riletto il piano" };
        await ask("POST", `projects/${id}/revision`, evaluator, revision);
        if (summary) await ask("POST", `projects/${id}/agreement`, evaluator, { version: 1 });
      }
    }

    // The selection: decisions are made, undone, released, corrected, and released again.
    setClock("2026-11-10");
    by = await rita.here();
    const { results } = await ask("GET", "staff/selection", by);
    // Select the project "Alba" first, because its applicant is not erased later.
    const stays = ({ name }: { name: string }) => Number(name === "Alba");
    const rows = results.rows.toSorted(
      (a: { name: string }, b: { name: string }) => stays(b) - stays(a),
    );
    const [best, next, third] = rows.map((row: { id: string }) => row.id);
    const base = { edition: 2026, stage: "pre_selected" };
    const pick = (...ids: string[]) => ({ ...base, pick: { ids }, outcome: "selected" });
    await act("selection/decisions", pick(best, next, third), by);
    await act("selection/undoing", { ...base, ids: [third] }, by);
    /** Approves all evaluators' texts for applicants, and gives a standard reason to applicants without a text. */
    const letLeave = async () => {
      const found = await ask("GET", "staff/feedback?stage=pre_selected", by);
      const all = found.projects.flatMap(({ texts }: { texts: { id: string }[] }) => texts);
      const approved = all.map(({ id }: { id: string }) => id);
      if (approved.length > 0) await act("feedback/approvals", { ...base, ids: approved }, by);
      const projects = found.projects.map(({ id }: { id: string }) => id);
      await act("feedback/reasons", { ...base, projects, reasons: ["general.places"] }, by);
    };
    await letLeave();
    await act("selection/releases", base, await carla.here());
    const correction = { ...base, ids: [next], outcome: "not_selected" };
    await act("selection/corrections", correction, await carla.here());
    await letLeave();
    await act("selection/releases", base, await carla.here());

    // The second round, for the semifinal: other evaluators score the selected project and close their evaluations.
    const seated = [tre, quattro].map(({ email }) =>
      evaluators.find((one: Person) => one.email === email),
    );
    const round = {
      ...{ stage: "semifinalist", names: { it: "Seconda lettura", en: "Second reading" } },
      ...{ opens: "2026-11-11", closes: "2026-11-30", jury: seated.map(({ id }) => id) },
    };
    await act("editions/2026/rounds", { ...round, weight: 60, public: true }, by);
    setClock("2026-11-12");
    await openRounds(deps, clock.now);
    for (const evaluator of [tre, quattro]) {
      const here = await back(evaluator, OTHER_PASSWORD);
      // A recusal of the first round is copied to the second round. The evaluator revokes the copy.
      const { evaluation } = await ask("GET", `projects/${best}?round=2`, here);
      if (evaluation?.recusal) await ask("DELETE", `projects/${best}/recusal?round=2`, here);
      const sheet = { scores: five(9, 8, 7, 6, 5), note: "Di nuovo", round: 2 };
      await ask("POST", `projects/${best}/evaluation`, here, sheet);
      await ask("POST", "projects_evaluations", here, { closed: true, round: 2 });
    }
    by = await rita.here();
    const semifinal = { ...pick(best), stage: "semifinalist" };
    await act("selection/decisions", semifinal, by);

    // Three erasures: one user erases their own account, two directors erase another user, and one erasure waits for
    // approval.
    await ask("POST", "users/me/erase", await back(erased), { password: PASSWORD });
    const personOf = async ({ email }: Person) =>
      (await ask("GET", `staff/people?search=${email}`, by)).people[0].id;
    const [first, second] = [await personOf(asked), await personOf(gone)];
    for (const one of [first, second]) await act(`people/${one}/deactivation`, {}, by);
    for (const { here } of [carla, dino]) await act(`people/${first}/erasure`, {}, await here());
    await act(`people/${second}/erasure`, {}, await carla.here());
    const { applications } = await ask("GET", "staff/applications?search=Alba", by);
    await ask("POST", `staff/applications/${applications[0].id}/see-as`, by, { reason: "Aiuto" });
    await act("mails/pause", {}, by);
    const names = ["reseal-apps", "notify-staff"];
    const some = jobs.filter(({ name }) => names.includes(name));
    const stop = startJobs(deps.config.DATABASE_URL, some, deps);
    await vi.waitUntil(
      async () => (await db.execute(sql`select 1 from clock_runs`)).rowCount === names.length,
      { timeout: 10_000 },
    );
    await stop();
    await loginOptions();
    return {
      ada: await back(ada),
      bruno: await back(bruno),
      uno: await back(uno, OTHER_PASSWORD),
      rita: await rita.here(),
      carla: await carla.here(),
      /** An evaluator who has closed the evaluation. */
      due: await back(due, OTHER_PASSWORD),
      /** An evaluator in both rounds. */
      tre: await back(tre, OTHER_PASSWORD),
      best: best as string,
    };
  }

  return { live, act, ask, colleague, operator, signUp, back };
}
