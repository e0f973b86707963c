import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, inject } from "vitest";
import type { TestProject } from "vitest/node";
import { connect } from "@/backend/db/connect";
import { migrateDatabase } from "@/backend/db/migrate";
import { openTestRun, startTestPostgres } from "@/scripts/testing/test-stack.mjs";
import { openPooler } from "./pooler";

declare module "vitest" {
  interface ProvidedContext {
    adminDatabaseUrl: string;
    templateDatabase: string;
    testFolder: string;
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Runs SQL statements one after the other on a separate connection. */
export async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Starts a temporary database server for a test run that was started without the test launcher. */
async function startServer(): Promise<{ url: string; folder: string; stop: () => Promise<void> }> {
  const run = await openTestRun();
  const { adminUrl } = await startTestPostgres(run, null);
  return { url: adminUrl, folder: run.folder, stop: run.close };
}

/** Creates and migrates one template database before all test files. Each test file gets a copy in about 40 ms. */
export async function setup(project: TestProject) {
  // Component tests need no database, so start no database server.
  if (project.vitest.projects.every(({ name }) => name.startsWith("jsdom"))) return;
  const { TEST_DATABASE_URL: url, TEST_FOLDER: folder } = process.env;
  const server = url && folder ? { url, folder, stop: async () => {} } : await startServer();
  // Use a unique name for the template database, because another test run can use the same server.
  const template = `template_${randomBytes(8).toString("hex")}`;
  await run(server.url, `create database ${template}`);
  await migrateDatabase(withDatabase(server.url, template));
  project.provide("adminDatabaseUrl", server.url);
  project.provide("templateDatabase", template);
  project.provide("testFolder", server.folder);
  return async () => {
    await run(server.url, `drop database if exists ${template} with (force)`);
    await server.stop();
  };
}

/**
 * Creates a database for one test file and drops it after the tests. With TEST_POOLER=1, `db` uses PgBouncer in
 * transaction mode, to test that the code works behind PgBouncer.
 */
export async function testDatabase() {
  const url = await newDatabase(` template ${inject("templateDatabase")}`);
  const pooled = process.env.TEST_POOLER === "1";
  const { db, close } = connect(pooled ? await openPooler(url) : url, { pooled });
  afterAll(close);
  return { db, url };
}

/**
 * Creates a database without tables and drops it after the test file. Returns the database's URL.
 *
 * @param options more options of `create database`
 */
export function emptyDatabase(options = ""): Promise<string> {
  return newDatabase(` ${options}`);
}

async function newDatabase(options: string): Promise<string> {
  const adminUrl = inject("adminDatabaseUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await run(adminUrl, `create database ${name}${options}`);
  afterAll(() => run(adminUrl, `drop database if exists ${name} with (force)`));
  return withDatabase(adminUrl, name);
}
