import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import {
  exportWhitepaper as exportContract,
  type listWhitepaper as listContract,
} from "@/contract/staff/whitepaper";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { whitepaperRequests } from "../../db/schema/mail";
import { writeCsv } from "../../documents/csv";
import { messagesIn } from "../../documents/messages";
import { download } from "../../http/download";
import type { Call } from "../../http/serve";
import { beyond, pageOf } from "../keyset";
import { recordExport, requireKeyForAll } from "../record-export";

/** Lists the whitepaper requests, one page at a time. */
export async function listWhitepaper({ db, query, arrivedAt }: Call<typeof listContract>) {
  const where = matching(query.search);
  const way = query.before === undefined ? desc : asc;
  const { createdAt, id } = whitepaperRequests;
  const found = await select(db, and(where, beyond(query, createdAt, id)))
    .orderBy(way(createdAt), way(id))
    .limit(query.per_page + 1);
  const page = pageOf(found, query, (row) => row.createdAt);
  return {
    requests: page.rows.map(({ createdAt, firstName, lastName, ...row }) => ({
      ...row,
      name: `${firstName} ${lastName}`,
      asked_at: createdAt.toISOString(),
    })),
    total: await db.$count(whitepaperRequests, where),
    today: romeDay(arrivedAt),
    next: page.next,
    previous: page.previous,
  };
}

/** Exports the matching whitepaper requests as a table, with the condition of the list. */
export async function exportWhitepaper(call: Call<typeof exportContract>) {
  const { db, query, language } = call;
  await requireKeyForAll(call, exportContract, query);
  const { createdAt, id } = whitepaperRequests;
  const rows = await select(db, matching(query.search)).orderBy(desc(createdAt), desc(id));
  await recordExport(call, { table: "whitepaper", filter: query, count: rows.length });
  const { whitepaper: words } = messagesIn(language);
  const table = {
    name: words.name,
    sheet: words.name,
    fixed: 1,
    columns: Object.values(words.columns).map((title) => ({ title })),
    rows: rows.map((row) => [
      `${row.firstName} ${row.lastName}`,
      row.email,
      row.company,
      row.role,
      row.newsletter ? words.yes : words.no,
      row.language,
      row.createdAt,
    ]),
  };
  return download(writeCsv(table, language), {
    type: "text/csv; charset=utf-8",
    name: `${words.name}.csv`,
    headers: { "X-WP-Total": String(rows.length) },
  });
}

function select(db: Executor, where: SQL | undefined) {
  const { id, email, firstName, lastName, company, role, newsletter, language, createdAt } =
    whitepaperRequests;
  return db
    .select({
      id,
      email,
      firstName,
      lastName,
      company,
      role,
      newsletter,
      language,
      createdAt,
      person: users.id,
    })
    .from(whitepaperRequests)
    .leftJoin(users, eq(users.email, email))
    .where(where)
    .$dynamic();
}

/** Returns the condition for requests that contain every search word. */
function matching(search = ""): SQL | undefined {
  const { firstName, lastName, email, company } = whitepaperRequests;
  const words = search.split(/\s+/u).filter(Boolean);
  return and(
    ...words.map((word) => {
      const pattern = sql`'%' || search_key(${word.replaceAll(/[\\%_]/g, "\\$&")}) || '%'`;
      return sql`search_key(concat_ws(' ', ${firstName}, ${lastName}, ${email}, ${company})) like ${pattern}`;
    }),
  );
}
