import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { createBackend } from "@/backend/app";
import { readConfig } from "@/backend/config";
import { sessions, users } from "@/backend/db/schema/accounts";
import { editions } from "@/backend/db/schema/applications";
import { passkeys } from "@/backend/db/schema/passkeys";
import type { Dependencies } from "@/backend/dependencies";
import type { JobTools } from "@/backend/jobs";
import { openTransport } from "@/backend/mail/transport";
import { openCounts } from "@/backend/metrics";
import { openStore } from "@/backend/store/open-store";
import type { FileStore } from "@/backend/store/store";
import { signAccessToken } from "@/backend/users/sessions/access-token";
import { ROLE_TABLE, rolesWith } from "@/contract/roles";
import { testFolder } from "../folder";
import { testDatabase } from "./database";

type RequestOptions = {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
};

/** The default client address of requests that tests send with `api`. */
export const CALLER_ADDRESS = "192.0.2.1";

/**
 * Creates the whole back end with a separate database, and with a clock that the test sets. `api` sends a request as a
 * client does: a method, a path below /wp-json/, and JSON.
 */
export async function testBackend({
  now = new Date("2026-08-20T10:00:00.000Z"),
  env = {},
  store,
  database,
}: {
  now?: Date;
  /** Additional variables of the back end's configuration. */
  env?: Record<string, string>;
  /** A file store that replaces the default folder. */
  store?: FileStore;
  /** A database that replaces the back end's separate database. */
  database?: Awaited<ReturnType<typeof testDatabase>>;
} = {}) {
  const { db, url } = database ?? (await testDatabase());
  const filesDir = await testFolder("files");
  const clock = { now };
  const config = readConfig({
    DATABASE_URL: url,
    SMTP_URL: "smtp://127.0.0.1:1",
    SITE_URL: "https://slancio.example",
    TOKEN_SECRET: "a secret of the tests, long enough to be one",
    FILES_DIR: filesDir,
    LOG_LEVEL: "silent",
    TRUSTED_HOPS: "1",
    ...env,
  });
  const { counts, counted } = openCounts();
  const deps: Dependencies & JobTools = {
    db,
    config,
    store: store ?? openStore(config),
    now: () => clock.now,
    clockOff: () => 0,
    senderDomain: () => null,
    log: pino({ level: "silent" }),
    counts,
    sendMail: openTransport(config),
    notifyMailWorker: () => {},
  };
  const backend = createBackend(deps);

  async function api(method: string, path: string, { token, body, headers }: RequestOptions = {}) {
    const response = await backend.fetch(
      new Request(`https://slancio.example/wp-json/${path}`, {
        method,
        headers: {
          "X-Forwarded-For": CALLER_ADDRESS,
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...headers,
        },
        body:
          body === undefined || typeof body === "string" || body instanceof Uint8Array
            ? (body as BodyInit | undefined)
            : JSON.stringify(body),
      }),
    );
    const type = response.headers.get("content-type") ?? "";
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    const json: any =
      type.includes("json") && method !== "HEAD" ? await response.clone().json() : undefined;
    return { status: response.status, json, headers: response.headers, response };
  }

  /** Creates a confirmed account with an open session. Returns its id and a valid access token. */
  async function makeUser(values: Partial<typeof users.$inferInsert> = {}) {
    const [user] = await db
      .insert(users)
      .values({
        email: `${randomUUID()}@example.org`,
        firstName: "Giulia",
        lastName: "Ferraro",
        emailConfirmedAt: clock.now,
        ...values,
      })
      .returning();
    if (!user) throw new Error("no user");
    const [session] = await db
      .insert(sessions)
      .values({ userId: user.id, device: "test", createdAt: clock.now, lastUsedAt: clock.now })
      .returning();
    if (!session) throw new Error("no session");
    await giveFactor(user);
    const claims = { userId: user.id, sessionId: session.id };
    const token = await signAccessToken(claims, deps.config.TOKEN_SECRET, clock.now);
    return { ...user, sessionId: session.id, token };
  }

  /**
   * Gives an account the second factor that its role requires. Tests of a missing second factor do not call this
   * function.
   */
  async function giveFactor({ id, roles }: Pick<typeof users.$inferSelect, "id" | "roles">) {
    if (!rolesWith(roles).some((role) => ROLE_TABLE[role].secondFactor === "asked")) return;
    const key = { credentialId: randomUUID(), publicKey: "", counter: 0, name: "test" };
    await db.insert(passkeys).values({ ...key, userId: id });
  }

  /** Returns a new access token for the same session, which is valid at the time of the test's clock. */
  function freshToken({ id, sessionId }: { id: string; sessionId: string }) {
    return signAccessToken({ userId: id, sessionId }, deps.config.TOKEN_SECRET, clock.now);
  }

  /** Creates an edition. By default its call is open from July to the end of September 2026. */
  async function makeEdition(values: Partial<typeof editions.$inferInsert> = {}) {
    const [edition] = await db
      .insert(editions)
      .values({
        year: 2026,
        opensAt: new Date("2026-06-30T22:00:00.000Z"),
        closesAt: new Date("2026-09-30T22:00:00.000Z"),
        ...values,
      })
      .returning();
    if (!edition) throw new Error("no edition");
    return edition;
  }

  return {
    db,
    deps,
    counted,
    clock,
    backend,
    api,
    makeUser,
    giveFactor,
    freshToken,
    makeEdition,
    filesDir,
  };
}
