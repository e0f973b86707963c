import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { EMPTY_PROJECT, type Project } from "@/contract/project/project-schemas";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { users } from "../db/schema/accounts";
import { projects } from "../db/schema/applications";
import { evaluations } from "../db/schema/evaluations";
import { claimPeople } from "../project/team-rule";
import { conflictsAhead, conflictsOf } from "./conflicts-of-interest";

const bench = await evaluationBench();
const { api, db, clock, edition, makeSent, sendAgain, makeEdition, makeEvaluator } = bench;

function member(name: string, phone = ""): Project["team"][number] {
  return { name, role: "CTO", phone, age: "age-30_50", info: "gb_ref-web" };
}
const kindOf = async (judge: Parameters<typeof conflictsOf>[1], project: string) =>
  (await conflictsOf(db, judge, edition.id)).get(project);

describe("a project is an evaluator's own by rule", () => {
  test("a project is the evaluator's own when the account owns it, regardless of other conflicts", async () => {
    const judge = await makeEvaluator();
    const fields = { referente_email: judge.email, referente_nome_e_cognome: "Giulia Ferraro" };
    const { id } = await makeSent({ userId: judge.id, fields });
    expect(await kindOf(judge, id)).toBe("own_project");
  });

  test("a project is the evaluator's own when the contact has the account's address in any notation", async () => {
    const judge = await makeEvaluator({ email: "dora@studio.example", lastName: "Contatto" });
    const { id } = await makeSent({ fields: { referente_email: " Dora@Studio.example" } });
    const other = await makeSent({ fields: { referente_email: "isidora@studio.example" } });
    expect(await kindOf(judge, id)).toBe("contact_email");
    expect(await kindOf(judge, other.id)).toBeUndefined();
  });

  test.each([
    ["Nicolò", "D’Àngelo", "  NICOLO   d'angelo "],
    ["Zoë", "Müller Bianchi", "zoe muller\u00a0bianchi"],
    ["Anne Marie", "Roux", "Anne  Marie Roux"],
  ])(
    "a project is the evaluator's own when %s %s is contact or member as %j",
    async (firstName, lastName, written) => {
      const judge = await makeEvaluator({ firstName, lastName });
      const contact = await makeSent({ fields: { referente_nome_e_cognome: written } });
      const team = await makeSent({ fields: { team: [member("Altra Persona"), member(written)] } });
      const near = await makeSent({
        fields: { team: [member(`${written} Jr`), member(firstName)] },
      });
      expect(await kindOf(judge, contact.id)).toBe("name");
      expect(await kindOf(judge, team.id)).toBe("name");
      expect(await kindOf(judge, near.id)).toBeUndefined();
    },
  );

  test("a project is the evaluator's own when it has their phone; a colleague's phone is only a hint", async () => {
    const judge = await makeEvaluator({
      email: "teo@galli.example",
      firstName: "Teo",
      lastName: "Galli",
    });
    const past = await makeEdition({ year: 2019 });
    const fields = {
      team: [member("Teo  GALLI", "333 1112223"), member("Una Collega", "333 4445556")],
    };
    await makeSent({ userId: judge.id, editionId: past.id, fields });
    const sendWith = async (phone: string) => {
      const team = [member("Pseudonimo", phone)];
      const { id } = await makeSent({ fields: { team } });
      await claimPeople(db, { id, editionId: edition.id }, { ...EMPTY_PROJECT, team });
      return id;
    };
    const own = await sendWith("+39 333-111 22 23");
    const colleague = await sendWith("0039 333 4445556");
    expect(await kindOf(judge, own)).toBe("phone");
    expect(await kindOf(judge, colleague)).toBeUndefined();
    const { json } = await judge.get(`projects/${colleague}`);
    expect([json.evaluation, json.hints]).toEqual([
      null,
      [{ kind: "phone", detail: "Pseudonimo" }],
    ]);
  });

  test("empty fields never make a project the evaluator's own", async () => {
    const { id } = await makeSent({ fields: { team: [member("")] } });
    const judge = await makeEvaluator({ firstName: "", lastName: " " });
    expect(await kindOf(judge, id)).toBeUndefined();
    expect(await kindOf({ ...judge, email: "" }, id)).toBeUndefined();
  });

  test("a conflict exists from sending on and only while the current submission shows it", async () => {
    const judge = await makeEvaluator({ firstName: "Lia", lastName: "Conti" });
    const { id } = await makeSent();
    expect(await kindOf(judge, id)).toBeUndefined();
    await sendAgain(id, { fields: { team: [member("Lia Conti")] } });
    expect(await kindOf(judge, id)).toBe("name");
    await sendAgain(id, {});
    expect(await kindOf(judge, id)).toBeUndefined();
    await db.update(projects).set({ userId: judge.id }).where(eq(projects.id, id));
    expect(await kindOf(judge, id)).toBe("own_project");
    await bench.withdraw(id);
    expect(await kindOf(judge, id)).toBeUndefined();
  });
});

test("a person without an account is matched by address and name in open editions", async () => {
  const over = await makeEdition({ year: 2018, evaluationClosesAt: new Date("2018-12-01") });
  const fields = { nome: "Ciclo", referente_email: "nuova@altrove.example" };
  await makeSent({ fields });
  await makeSent({ editionId: over.id, fields });
  const judge = { id: null, email: "nuova@altrove.example", firstName: "Nuova", lastName: "Voce" };
  expect(await conflictsAhead(db, judge, clock.now)).toMatchObject([
    { nome: "Ciclo", year: 2026, kind: "contact_email" },
  ]);
});

describe("an evaluator's own project", () => {
  test("an evaluator's own project accepts no score and no note, permanently", async () => {
    const judge = await makeEvaluator({ firstName: "Ivo", lastName: "Testa" });
    const { id } = await makeSent({ userId: judge.id });
    for (const body of [{ scores: { impact: 9 } }, { scores: { impact: null } }, { note: "x" }]) {
      const { status, json } = await judge.save(id, body);
      expect([status, json.code]).toEqual([403, "conflict_of_interest"]);
    }
    // An additional recusal by hand does not make the recusal by rule revocable.
    expect((await judge.recuse(id)).status).toBe(204);
    const back = await judge.takeBack(id);
    expect([back.status, back.json.code]).toEqual([403, "conflict_of_interest"]);
    expect((await judge.get(`projects/${id}`)).json.evaluation).toEqual({
      scores: five(null, null, null, null, null),
      note: "",
      total: null,
      version: 0,
      outdated: false,
      recusal: "la tua candidatura",
      conflict: "own_project",
    });
    const english = await api("GET", `wp/v2/projects/${id}?lang=en`, { token: judge.token });
    expect(english.json.evaluation.recusal).toBe("your own application");
    expect(await db.$count(evaluations, eq(evaluations.impact, 9))).toBe(0);
  });

  test("a conflict stays after the account is renamed, unless it was only about the name", async () => {
    const judge = await makeEvaluator({ firstName: "Rosa", lastName: "Bruni" });
    const own = await makeSent({ userId: judge.id });
    const namesake = await makeSent({ fields: { team: [member("Rosa Bruni")] } });
    await db.update(users).set({ lastName: "Neri" }).where(eq(users.id, judge.id));
    const { json } = await judge.get("projects?state=recused");
    expect(json.projects.map(({ id }: { id: string }) => id)).toEqual([own.id]);
    expect((await judge.save(namesake.id, { scores: { impact: 1 } })).status).toBe(200);
  });
});

test("a project with a manual recusal accepts no score until the recusal is revoked", async () => {
  const judge = await makeEvaluator();
  const { id } = await makeSent();
  await judge.save(id, { scores: { impact: 4 } });
  await judge.recuse(id);
  for (const impact of [5, null]) {
    const { status, json } = await judge.save(id, { scores: { impact } });
    expect([status, json.code]).toEqual([409, "project_recused"]);
  }
  expect((await judge.save(id, { note: "perché" })).status).toBe(200);
  await judge.takeBack(id);
  expect((await judge.save(id, { scores: { impact: 5 } })).json.scores.impact).toBe(5);
});
