import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import type { Page, Response } from "playwright/test";
import { expect } from "playwright/test";
import { canonicalJson } from "@/backend/project/receipt/canonical";

export type Stores = { databaseUrl: string; filesDir: string };
type Fields = Record<string, unknown>;
type Stored = {
  fields: Fields;
  files: { id: string; field: string; sha256: string; size: number }[];
  receipts: { number: string; sha256: string }[];
  mails: number;
};

/** Returns the database and the file store of the site that `npm run e2e` serves. Null for another site. */
export function sharedStores(): Stores | null {
  const { DATABASE_URL, FILES_DIR } = process.env;
  return DATABASE_URL && FILES_DIR ? { databaseUrl: DATABASE_URL, filesDir: FILES_DIR } : null;
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const SAVE = /\/wp-json\/wp\/v2\/project(?:\?|$)/;

/**
 * Records every confirmation in a visitor's tabs: each successful save, each displayed file, and each receipt.
 * `reconcile` compares the records with the database and the stored files.
 */
export function openLedger(page: Page) {
  /**
   * For each field: the value that the server confirmed last, and the values that the tabs have sent since then, which
   * the server can have stored too.
   */
  const acknowledged = new Map<string, { value: string; since: Set<string> }>();
  const files = new Map<string, { id: string; sha256: string }>();
  const receipts = new Map<string, string>();
  const counts = { saves: 0, files: 0, receipts: 0 };
  const noting: Promise<void>[] = [];

  // Observe all tabs of the visitor, because a confirmation in one tab applies to all tabs.
  const tabs = page.context();
  tabs.on("request", (request) => {
    if (request.method() !== "POST" || !SAVE.test(request.url())) return;
    for (const [field, value] of Object.entries(fieldsOf(request.postData())))
      acknowledged.get(field)?.since.add(canonicalJson(value));
  });
  tabs.on("response", (response) => {
    noting.push(note(response).catch(() => {}));
  });

  async function note(response: Response) {
    const request = response.request();
    if (response.status() !== 200) return;
    if (/\/project\/send/.test(response.url())) {
      const { receipt } = await response.json();
      counts.receipts += receipts.has(receipt.number) ? 0 : 1;
      receipts.set(receipt.number, receipt.sha256);
    } else if (SAVE.test(response.url()) && request.method() === "POST") {
      await response.json();
      counts.saves += 1;
      for (const [field, value] of Object.entries(fieldsOf(request.postData())))
        acknowledged.set(field, { value: canonicalJson(value), since: new Set() });
    } else if (SAVE.test(response.url())) {
      const { project } = await response.json();
      for (const field of ["pitch", "video", "altro_materiale", "logo"]) {
        const file = project[field];
        if (!file) files.delete(field);
        else if (files.get(field)?.id !== file.id) {
          counts.files += 1;
          files.set(field, file);
        }
      }
    }
  }

  /** Compares the recorded confirmations with an account's stored data. Prints and returns the stored data. */
  async function reconcile(title: string, email: string, stores: Stores): Promise<Stored> {
    await Promise.all(noting);
    const stored = await readStored(email, stores);
    const lost: string[] = [];
    for (const [field, { value, since }] of acknowledged) {
      const now = canonicalJson(stored.fields[field] ?? "");
      if (now !== value && !since.has(now)) lost.push(`${field}: ${value} is ${now}`);
    }
    for (const [field, { id, sha256: told }] of files) {
      const row = stored.files.find((file) => file.id === id);
      const bytes = await readFile(join(stores.filesDir, id)).catch(() => null);
      if (!row || !bytes || sha256(bytes) !== told) lost.push(`file of ${field}`);
    }
    for (const [number, told] of receipts) {
      if (!stored.receipts.some((one) => one.number === number && one.sha256 === told))
        lost.push(`receipt ${number}`);
    }
    const doubled = stored.files.length - new Set(stored.files.map(({ field }) => field)).size;
    console.info(
      `${title}: acknowledged ${counts.saves} saves of ${acknowledged.size} fields, ${counts.files} files, ${counts.receipts} receipts; ${lost.length} lost, ${doubled} doubled`,
    );
    expect(lost).toEqual([]);
    expect(doubled).toBe(0);
    return stored;
  }

  return { counts, reconcile };
}

function fieldsOf(body: string | null): Fields {
  const { user, event_id, ...fields } = JSON.parse(body ?? "{}");
  return fields;
}

async function readStored(email: string, { databaseUrl }: Stores): Promise<Stored> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select p.id, p.fields from projects p join users u on u.id = p.user_id where u.email = $1",
      [email],
    );
    expect(rows, "one project per candidate").toHaveLength(1);
    const { id, fields } = rows[0];
    const files = await client.query(
      "select id, field, sha256, size from files where project_id = $1 and detached_at is null",
      [id],
    );
    const receipts = await client.query(
      "select number, sha256 from submissions where project_id = $1 order by number",
      [id],
    );
    const mails = await client.query(
      "select count(*)::int as n from outbox where recipient = $1 and template = 'application_sent'",
      [email],
    );
    return { fields, files: files.rows, receipts: receipts.rows, mails: mails.rows[0].n };
  } finally {
    await client.end();
  }
}
