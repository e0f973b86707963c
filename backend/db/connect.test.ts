import { expect, test } from "vitest";
import { connect, prepared } from "./connect";

test("a prepared query is built once per database, and is unnamed through PgBouncer", async () => {
  const names: string[] = [];
  const query = prepared("find_it", (_, name) => ({ built: names.push(name) }));
  const own = connect("postgres://127.0.0.1/none");
  const pooled = connect("postgres://127.0.0.1/none", { pooled: true });
  expect(query(own.db)).toBe(query(own.db));
  query(pooled.db);
  expect(names).toEqual(["find_it", ""]);
  await Promise.all([own.close(), pooled.close()]);
});
