import type { Client } from "pg";

/** A table, and the columns whose next number a sequence counts. */
export type Table = { name: string; counted: string[] };

/**
 * All tables of the product, each after those that its rows refer to: filled in this order, no row ever
 * refers to one that is not there yet. Read from the database itself, so that a new table is backed up unasked.
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
