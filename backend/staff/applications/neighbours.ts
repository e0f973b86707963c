import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { getApplicationNeighbours as contract } from "@/contract/staff/applications";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { projectOf } from "../project-of";
import { applicationsMatching } from "./application-filter";
import { orderOf } from "./application-order";

type Row = {
  place: number;
  total: number;
  previous: string | null;
  previous_name: string | null;
  next: string | null;
  next_name: string | null;
};

/**
 * Returns the position of an application in the filtered list, with the previous and the next application. The
 * application stays in the list even if it no longer matches the filters.
 */
export async function getApplicationNeighbours({
  db,
  params,
  query,
  caller,
  arrivedAt,
}: Call<typeof contract>) {
  const { project, edition } = await projectOf(db, params.id);
  const matches = await applicationsMatching(db, query, edition, arrivedAt, caller.id);
  const order = await orderOf(db, query.sort, edition, arrivedAt);
  const listed = and(eq(projects.editionId, edition.id), or(matches, eq(projects.id, project.id)));
  // Reads only the names of the two neighbours. PostgreSQL reads a name slowly, because the name is part of
  // the compressed draft.
  const nameOf = (id: SQL) =>
    sql`(select coalesce(named.fields ->> 'nome', '') from projects as named where named.id = ${id})`;
  const { rows } = await db.execute<Row>(sql`
    select places.*, ${nameOf(sql`places.previous`)} as previous_name, ${nameOf(sql`places.next`)} as next_name
    from (
      select ${projects.id} as id, (row_number() over listed)::int as place, (count(*) over ())::int as total,
        lag(${projects.id}) over listed as previous, lead(${projects.id}) over listed as next
      from ${projects} inner join ${users} on ${users.id} = ${projects.userId} ${order.join}
      where ${listed}
      window listed as (order by ${order.sorted})
    ) as places where id = ${project.id}`);
  const [row] = rows;
  if (!row) return fail("not_found");
  const named = (id: string | null, name: string | null) =>
    id === null ? null : { id, name: name ?? "" };
  return {
    place: row.place,
    total: row.total,
    previous: named(row.previous, row.previous_name),
    next: named(row.next, row.next_name),
  };
}
