import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newPhone } from "@/tests/support/people/project";
import { PATH, sendingBench } from "@/tests/support/people/sending";
import { projectPeople } from "../db/schema/applications";
import { normalisePhone } from "./team-rule";

const { api, db, complete, send, read, mailsOf } = await sendingBench();

describe("one person, one project", () => {
  test("different notations of one phone number are equal", () => {
    const spellings = ["333 1234567", "+39 333-123-4567", "0039 333 1234567", "(333) 1234567"];
    expect(new Set(spellings.map(normalisePhone))).toEqual(new Set(["+393331234567"]));
    expect(normalisePhone("+44 20 7946 0958")).toBe("+442079460958");
    const desks = ["02 1234567 int. 12", "+39 02 1234567 x12", "02 1234567, interno 12"];
    expect(new Set(desks.map(normalisePhone))).toEqual(new Set(["+39021234567x12"]));
    expect(normalisePhone("02 1234567 int. 13")).not.toBe(normalisePhone(desks[0] ?? ""));
    expect(normalisePhone("12-34-56")).toBe(normalisePhone("123456"));
  });

  test("a person in a sent application cannot be contact or member of another one", async () => {
    const phone = newPhone();
    const first = await complete({ referente_telefono: phone });
    expect((await send(first.token)).status).toBe(200);
    const member = {
      name: "Ada",
      role: "CTO",
      phone: phone.replace("+39 ", "0039"),
      age: "age-30_50" as const,
      info: "gb_ref-web" as const,
    };
    const other = { ...member, phone: newPhone() };
    const second = await complete({ team: [other, member] });
    const refused = await send(second.token);
    expect([refused.status, refused.json.code]).toEqual([409, "person_in_two_projects"]);
    expect(refused.json.data.fields).toEqual({ "team.1.phone": "taken" });
    expect((await read(second.token)).projectSent).toBe(false);
    expect(await mailsOf(second.id)).toEqual([]);
    await api("DELETE", PATH, { token: first.token });
    expect((await send(second.token)).status).toBe(200);
    const back = await api("POST", `${PATH}/restore`, { token: first.token });
    expect([back.status, back.json.code]).toEqual([409, "person_in_two_projects"]);
  });

  test("repeated people inside one application are accepted, and a removed person is free", async () => {
    const [phone, left] = [newPhone(), newPhone()];
    const member = {
      name: "Ada",
      role: "CTO",
      age: "age-30_50" as const,
      info: "gb_ref-web" as const,
    };
    const team = [
      { ...member, phone },
      { ...member, phone: left },
    ];
    const { token, projectId } = await complete({ referente_telefono: phone, team });
    expect((await send(token)).status).toBe(200);
    await api("POST", PATH, { token, body: { team: team.slice(0, 1) } });
    expect((await send(token)).status).toBe(200);
    const people = await db
      .select()
      .from(projectPeople)
      .where(eq(projectPeople.projectId, projectId));
    expect(people.map((person) => person.phone)).toEqual([normalisePhone(phone)]);
    const other = await complete({ referente_telefono: left });
    expect((await send(other.token)).status).toBe(200);
  });

  test("only one of two applications with the same people is sent concurrently", async () => {
    const people = [newPhone(), newPhone(), newPhone()];
    const member = { name: "Ada", role: "CTO", age: "age-30_50", info: "gb_ref-web" } as const;
    const pairs = await Promise.all(
      [people, [...people].reverse()].map(([contact, ...team]) =>
        complete({
          referente_telefono: contact!,
          team: team.map((phone) => ({ ...member, phone })),
        }),
      ),
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send(pairs[n % 2]!.token)),
    );
    const winners = new Set(answers.flatMap(({ status }, n) => (status === 200 ? [n % 2] : [])));
    expect(winners.size).toBe(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });
});
