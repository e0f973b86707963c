import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import {
  exportWhitepaper as exportContract,
  type listWhitepaper as listContract,
} from "@/contract/staff/whitepaper";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { whitepaperRequests } from "../../db/schema/mail";
import { messagesIn } from "../../documents/messages";
import type { Call } from "../../http/serve";
import { beyond, pageOf } from "../keyset";
import { requireKeyForAll } from "../record-export";
import { type ExportValues, inBatches, sendExport } from "../write-export";

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

/** Exports the whitepaper requests that match the search as a table. */
export async function exportWhitepaper(call: Call<typeof exportContract>) {
  const { format, columns, ...filter } = call.query;
  await requireKeyForAll(call, exportContract, filter);
  const { createdAt, id } = whitepaperRequests;
  return sendExport(call, {
    ...{ list: "whitepaper", options: { format, columns }, filter, values: VALUES },
    name: filter.search ? [messagesIn(call.language).tables.filtered] : [],
    async rows(tx) {
      const found = await tx
        .select({ id })
        .from(whitepaperRequests)
        .where(matching(filter.search))
        .orderBy(desc(createdAt), desc(id));
      const ids = found.map((row) => row.id);
      return inBatches(ids, (some) => select(tx, inArray(id, some)));
    },
  });
}

type Found = Awaited<ReturnType<typeof select>>[number];

/** Functions that return the column values for `EXPORT_COLUMNS.whitepaper`. */
const VALUES: ExportValues<Found> = {
  person: (row) => `${row.firstName} ${row.lastName}`,
  email: ({ email }) => email,
  company: ({ company }) => company,
  role: ({ role }) => role,
  newsletter: ({ newsletter }, { tables }) => (newsletter ? tables.yes : tables.no),
  language: ({ language }) => language,
  asked: ({ createdAt }) => createdAt,
};

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

/** Returns the SQL condition for whitepaper requests that contain every search word. */
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
