import { randomBytes } from "node:crypto";
import { afterAll, expect, inject, test } from "vitest";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { emptyDatabase, run } from "@/tests/support/servers/database";
import { connect } from "./connect";
import { migrateDatabase } from "./migrate";

/* Tests that the product needs only a PostgreSQL role that owns the product's database. */

const admin = inject("adminDatabaseUrl");
const role = `role_${randomBytes(8).toString("hex")}`;
await run(
  admin,
  `create role ${role} login password '${role}' nosuperuser nocreatedb nocreaterole noreplication nobypassrls`,
);
// Vitest runs cleanups in reverse order. `emptyDatabase` registers a cleanup that drops the database, so register the
// cleanup that drops the role before it: a role that still owns a database cannot be dropped.
afterAll(() => run(admin, `drop role ${role}`));
const url = new URL(await emptyDatabase());
await run(admin, `alter database ${url.pathname.slice(1)} owner to ${role}`);
url.username = role;
url.password = role;

await migrateDatabase(url.href);
const { db, close } = connect(url.href);
afterAll(close);
const bench = await testBackend({ database: { db, url: url.href } });
const { signUp, login } = peopleOf(bench);

test("a role without superuser rights migrates its database and runs the product in it", async () => {
  const { rows } = await db.execute<{ rolsuper: boolean; me: string }>(
    "select rolsuper, current_user as me from pg_roles where rolname = current_user",
  );
  expect(rows).toEqual([{ rolsuper: false, me: role }]);
  await bench.makeEdition();
  const { email, token } = await signUp();
  const body = { nome: "Filò" };
  expect((await bench.api("POST", "wp/v2/project", { token, body })).status).toBe(200);
  expect((await login(email, PASSWORD)).status).toBe(200);
});
