import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { EMPTY_PROJECT, type Project } from "@/contract/project/project-schemas";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { users } from "../db/schema/accounts";
import { projects } from "../db/schema/applications";
import { evaluations } from "../db/schema/evaluations";
import { claimPeople } from "../project/team-rule";
import { conflictsAhead, conflictsOfInterest } from "./conflicts-of-interest";

const bench = await evaluationBench();
const { api, db, clock, edition, makeSent, sendAgain, makeEdition, makeEvaluator } = bench;

function member(name: string, phone = ""): Project["team"][number] {
  return { name, role: "CTO", phone, age: "age-30_50", info: "gb_ref-web" };
}
const kindOf = async (evaluator: Parameters<typeof conflictsOfInterest>[1], project: string) =>
  (await conflictsOfInterest(db, evaluator, edition.id)).get(project);

describe("a project is an evaluator's own by rule", () => {
  test("a project is the evaluator's own when the account owns it, regardless of other conflicts", async () => {
    const evaluator = await makeEvaluator();
    const fields = { referente_email: evaluator.email, referente_nome_e_cognome: "Giulia Ferraro" };
    const { id } = await makeSent({ userId: evaluator.id, fields });
    expect(await kindOf(evaluator, id)).toBe("own_project");
  });

  test("a project is the evaluator's own when the contact has the account's address in any notation", async () => {
    const evaluator = await makeEvaluator({ email: "dora@studio.example", lastName: "Contatto" });
    const { id } = await makeSent({ fields: { referente_email: " Dora@Studio.example" } });
    const other = await makeSent({ fields: { referente_email: "isidora@studio.example" } });
    expect(await kindOf(evaluator, id)).toBe("contact_email");
    expect(await kindOf(evaluator, other.id)).toBeUndefined();
  });

  test.each([
    ["Nicolò", "D’Àngelo", "  NICOLO   d'angelo "],
    ["Zoë", "Müller Bianchi", "zoe muller\u00a0bianchi"],
    ["Anne Marie", "Roux", "Anne  Marie Roux"],
  ])(
    "a project is the evaluator's own when %s %s is contact or member as %j",
    async (firstName, lastName, written) => {
      const evaluator = await makeEvaluator({ firstName, lastName });
      const contact = await makeSent({ fields: { referente_nome_e_cognome: written } });
      const team = await makeSent({ fields: { team: [member("Altra Persona"), member(written)] } });
      const near = await makeSent({
        fields: { team: [member(`${written} Jr`), member(firstName)] },
      });
      expect(await kindOf(evaluator, contact.id)).toBe("name");
      expect(await kindOf(evaluator, team.id)).toBe("name");
      expect(await kindOf(evaluator, near.id)).toBeUndefined();
    },
  );

  test("a project is the evaluator's own when it has their phone; a colleague's phone is only a hint", async () => {
    const evaluator = await makeEvaluator({
      email: "teo@galli.example",
      firstName: "Teo",
      lastName: "Galli",
    });
    const past = await makeEdition({ year: 2019 });
    const fields = {
      team: [member("Teo  GALLI", "333 1112223"), member("Una Collega", "333 4445556")],
    };
    await makeSent({ userId: evaluator.id, editionId: past.id, fields });
    const sendWith = async (phone: string) => {
      const team = [member("Pseudonimo", phone)];
      const { id } = await makeSent({ fields: { team } });
      await claimPeople(db, { id, editionId: edition.id }, { ...EMPTY_PROJECT, team });
      return id;
    };
    const own = await sendWith("+39 333-111 22 23");
    const colleague = await sendWith("0039 333 4445556");
    expect(await kindOf(evaluator, own)).toBe("phone");
    expect(await kindOf(evaluator, colleague)).toBeUndefined();
    const { json } = await evaluator.get(`projects/${colleague}`);
    expect([json.evaluation, json.hints]).toEqual([
      null,
      [{ kind: "phone", detail: "Pseudonimo" }],
    ]);
  });

  test("empty fields never make a project the evaluator's own", async () => {
    const { id } = await makeSent({ fields: { team: [member("")] } });
    const evaluator = await makeEvaluator({ firstName: "", lastName: " " });
    expect(await kindOf(evaluator, id)).toBeUndefined();
    expect(await kindOf({ ...evaluator, email: "" }, id)).toBeUndefined();
  });

  test("a conflict exists from sending on and only while the current submission shows it", async () => {
    const evaluator = await makeEvaluator({ firstName: "Lia", lastName: "Conti" });
    const { id } = await makeSent();
    expect(await kindOf(evaluator, id)).toBeUndefined();
    await sendAgain(id, { fields: { team: [member("Lia Conti")] } });
    expect(await kindOf(evaluator, id)).toBe("name");
    await sendAgain(id, {});
    expect(await kindOf(evaluator, id)).toBeUndefined();
    await db.update(projects).set({ userId: evaluator.id }).where(eq(projects.id, id));
    expect(await kindOf(evaluator, id)).toBe("own_project");
    await bench.withdraw(id);
    expect(await kindOf(evaluator, id)).toBeUndefined();
  });
});

test("a person without an account is matched by address and name in open editions", async () => {
  const over = await makeEdition({ year: 2018, evaluationClosesAt: new Date("2018-12-01") });
  const fields = { nome: "Ciclo", referente_email: "nuova@altrove.example" };
  await makeSent({ fields });
  await makeSent({ editionId: over.id, fields });
  const evaluator = {
    id: null,
    email: "nuova@altrove.example",
    firstName: "Nuova",
    lastName: "Voce",
  };
  expect(await conflictsAhead(db, evaluator, clock.now)).toMatchObject([
    { nome: "Ciclo", year: 2026, kind: "contact_email" },
  ]);
});

describe("an evaluator's own project", () => {
  test("an evaluator's own project accepts no score and no note, permanently", async () => {
    const evaluator = await makeEvaluator({ firstName: "Ivo", lastName: "Testa" });
    const { id } = await makeSent({ userId: evaluator.id });
    for (const body of [{ scores: { impact: 9 } }, { scores: { impact: null } }, { note: "x" }]) {
      const { status, json } = await evaluator.save(id, body);
      expect([status, json.code]).toEqual([403, "conflict_of_interest"]);
    }
    expect((await evaluator.recuse(id)).status).toBe(204);
    const back = await evaluator.takeBack(id);
    expect([back.status, back.json.code]).toEqual([403, "conflict_of_interest"]);
    expect((await evaluator.get(`projects/${id}`)).json.evaluation).toEqual({
      scores: five(null, null, null, null, null),
      note: "",
      total: null,
      version: 0,
      outdated: false,
      recusal: "la tua candidatura",
      conflict: "own_project",
    });
    const english = await api("GET", `wp/v2/projects/${id}?lang=en`, { token: evaluator.token });
    expect(english.json.evaluation.recusal).toBe("your own application");
    expect(await db.$count(evaluations, eq(evaluations.impact, 9))).toBe(0);
  });

  test("a conflict stays after the account is renamed, unless it was only about the name", async () => {
    const evaluator = await makeEvaluator({ firstName: "Rosa", lastName: "Bruni" });
    const own = await makeSent({ userId: evaluator.id });
    const namesake = await makeSent({ fields: { team: [member("Rosa Bruni")] } });
    await db.update(users).set({ lastName: "Neri" }).where(eq(users.id, evaluator.id));
    const { json } = await evaluator.get("projects?state=recused");
    expect(json.projects.map(({ id }: { id: string }) => id)).toEqual([own.id]);
    expect((await evaluator.save(namesake.id, { scores: { impact: 1 } })).status).toBe(200);
  });
});

test("a project with a manual recusal accepts no score until the recusal is revoked", async () => {
  const evaluator = await makeEvaluator();
  const { id } = await makeSent();
  await evaluator.save(id, { scores: { impact: 4 } });
  await evaluator.recuse(id);
  for (const impact of [5, null]) {
    const { status, json } = await evaluator.save(id, { scores: { impact } });
    expect([status, json.code]).toEqual([409, "project_recused"]);
  }
  expect((await evaluator.save(id, { note: "perché" })).status).toBe(200);
  await evaluator.takeBack(id);
  expect((await evaluator.save(id, { scores: { impact: 5 } })).json.scores.impact).toBe(5);
});
