import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { registrationWords } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { testSmtp } from "@/tests/support/servers/smtp";
import { openBackend } from "./app";
import { outbox } from "./db/schema/mail";
import { uploadsFolder } from "./files/under-way";

const { db, deps } = await testBackend();
const smtp = await testSmtp();
const environment = {
  DATABASE_URL: deps.config.DATABASE_URL,
  SMTP_URL: smtp.url,
  SITE_URL: "https://slancio.example",
  TOKEN_SECRET: deps.config.TOKEN_SECRET,
  LOG_LEVEL: "silent",
};

function register(backend: ReturnType<typeof openBackend>["backend"], person: object) {
  return backend.fetch(
    new Request("https://slancio.example/wp-json/wp/v2/users/register", {
      method: "POST",
      body: JSON.stringify(person),
    }),
  );
}

describe("the back end in production", () => {
  test("the back end deletes bytes without an upload when it starts", async () => {
    const orphan = join(uploadsFolder(deps.config), randomUUID());
    await mkdir(uploadsFolder(deps.config), { recursive: true });
    await writeFile(orphan, "x");
    const { close } = openBackend({ ...environment, FILES_DIR: deps.config.FILES_DIR });
    await vi.waitFor(() => expect(existsSync(orphan)).toBe(false), { timeout: 5000 });
    await close();
  });

  test("the back end answers requests, sends emails and closes", async () => {
    const { backend, close } = openBackend(environment);
    const person = registrationWords();
    expect((await register(backend, person)).status).toBe(202);
    await vi.waitFor(() => expect(smtp.received.map(({ to }) => to)).toEqual([[person.email]]), {
      timeout: 5000,
    });
    await close();
    const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, person.email));
    expect(mail?.sentAt).not.toBeNull();
  });

  test("the back end without its database answers 503 with Retry-After and continues to run", async () => {
    const nowhere = { ...environment, DATABASE_URL: "postgres://postgres@127.0.0.1:1/nothing" };
    const { backend, close } = openBackend(nowhere);
    for (let i = 0; i < 3; i++) {
      const response = await register(backend, registrationWords());
      expect([response.status, (await response.json()).code]).toEqual([503, "unavailable"]);
      expect(response.headers.get("retry-after")).toBe("5");
    }
    await close();
  });

  test("an invalid configuration is one error that names each invalid variable", () => {
    expect(() => openBackend({ ...environment, TOKEN_SECRET: "short", SMTP_URL: "mail" })).toThrow(
      /SMTP_URL[\s\S]*TOKEN_SECRET/,
    );
  });
});
