import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { emptyDatabase } from "@/tests/support/servers/database";
import { connect } from "./connect";
import { migrateDatabase } from "./migrate";
import { submissions } from "./schema/applications";

const url = await emptyDatabase();
const ANSWERS = {
  nome: "Caffè Lòtto",
  idea: "Un’idea",
  tipologia_impresa: "ti-startup_pmi",
  stage: "stage-ready",
  industry: "industry-food",
  // Every submitted application has the field `tech`, but the migration must also accept a row without it.
  tech: undefined,
};

test("the migration generates the columns copied from the answers, with the same indexes", async () => {
  await migrateDatabase(url, "0016_next_and_new_address");
  const { db, close } = connect(url);
  const indexes = () =>
    db.execute(sql`select indexdef from pg_indexes where tablename = 'submissions' order by 1`);
  await db.execute(sql`
    with edition as (insert into editions (year, opens_at, closes_at) values (2026, now(), now()) returning id),
      person as (insert into users (email, first_name, last_name) values ('a@b.example', 'a', 'b') returning id),
      draft as (insert into projects (edition_id, user_id, fields)
        select edition.id, person.id, '{}' from edition, person returning id, edition_id)
    insert into submissions (project_id, edition_id, number, sha256, version, sent_at, project,
      nome, idea, tipologia_impresa, stage, industry, tech)
    select id, edition_id, '2026-000001', '', 1, now(), ${JSON.stringify(ANSWERS)}::jsonb,
      'drifted', '', '', '', '', '' from draft`);
  const before = (await indexes()).rows;

  await migrateDatabase(url, "0017_answers_generated");
  expect((await indexes()).rows).toEqual(before);
  await migrateDatabase(url);
  const [row] = await db.select().from(submissions);
  expect(row).toMatchObject({
    nome: ANSWERS.nome,
    idea: ANSWERS.idea,
    tipologiaImpresa: ANSWERS.tipologia_impresa,
    stage: ANSWERS.stage,
    industry: ANSWERS.industry,
    tech: "",
    nomeKey: "caffe lotto",
    searchText: expect.stringContaining("caffe lotto un"),
  });
  const by = db.execute(sql`update submissions set nome = 'Altro'`);
  await expect(by).rejects.toMatchObject({
    cause: { message: expect.stringContaining("can only be updated to DEFAULT") },
  });
  await close();
});
