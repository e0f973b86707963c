import { Client } from "pg";

/** The name of a database table, and the names of its columns whose values come from a sequence (`counted`). */
export type Table = { name: string; counted: string[] };

/**
 * Returns all tables of the product. A table comes after the tables that its rows refer to, so that inserts in this
 * order succeed. Reads the tables from the database, so that every backup includes new tables.
 */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; counted: string[]; needs: string[] }>(`
    select t.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
          and pg_get_serial_sequence('public.' || quote_ident(t.relname), a.attname) is not null
      ) as counted,
      array(select distinct f.relname::text from pg_constraint c join pg_class f on f.oid = c.confrelid
        where c.conrelid = t.oid and c.contype = 'f' and f.oid <> t.oid
      ) as needs
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') order by t.relname`);
  const ordered: Table[] = [];
  let left = rows;
  while (left.length > 0) {
    const placed = new Set(ordered.map(({ name }) => name));
    const ready = left.filter(({ needs }) => needs.every((name) => placed.has(name)));
    if (ready.length === 0) throw new Error("tables refer to one another in a circle");
    ordered.push(...ready.map(({ name, counted }) => ({ name, counted })));
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/**
 * Runs `work` on a database connection with fixed COPY text settings and without time limits. The settings of the
 * server, the database, and the role have no effect.
 */
export async function copying<T>(databaseUrl: string, work: (client: Client) => Promise<T>) {
  const client = new Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(`set datestyle = iso; set intervalstyle = postgres; set timezone = 'UTC';
      set extra_float_digits = 1; set bytea_output = hex; set search_path = public;
      set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`);
    return await work(client);
  } finally {
    await client.end();
  }
}
