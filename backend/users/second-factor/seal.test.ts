import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { appHoldersOf } from "@/tests/support/people/app-holder";
import { said } from "@/tests/support/people/key-holder";
import { testBackend } from "@/tests/support/servers/backend";
import { testDatabase } from "@/tests/support/servers/database";
import { authenticatorApps } from "../../db/schema/passkeys";
import { resealApps, unreadableApps } from "./reseal";
import { seal, unseal } from "./seal";

const OLD = { TOKEN_SECRET: "the former secret of the tests, long enough" };
const NEW = { TOKEN_SECRET: "the present secret of the tests, long enough" };
const BOTH = { ...NEW, TOKEN_SECRET_PREVIOUS: OLD.TOKEN_SECRET };

test("a sealed text opens only with its secret and for its owner", () => {
  const sealed = seal("word", "ada", OLD);
  expect(sealed).not.toContain("word");
  expect(seal("word", "ada", OLD)).not.toBe(sealed);
  expect(unseal(sealed, "ada", OLD)).toBe("word");
  expect(unseal(sealed, "ada", BOTH)).toBe("word");
  expect(unseal(sealed, "ada", NEW)).toBeNull();
  expect(unseal(sealed, "eva", OLD)).toBeNull();
  // Change a letter before the last one, because some bits of the last base64 letter are unused.
  const other = sealed.at(-5) === "A" ? "B" : "A";
  expect(unseal(sealed.slice(0, -5) + other + sealed.slice(-4), "ada", OLD)).toBeNull();
  for (const text of ["", ".", "x", sealed.split(".")[0] ?? ""]) {
    expect(unseal(text, "ada", OLD)).toBeNull();
  }
});

test("a text sealed by an earlier version opens with this version", () => {
  const sealed = "1cc21f5e.MDEyMzQ1Njc4OWFi3NnBX2fHRFEsDkUrlsrX6hJcUORBajqq5Q";
  expect(unseal(sealed, "ada", OLD)).toBe("parola è");
  expect(seal("parola è", "ada", OLD)).toHaveLength(sealed.length);
});

test("a change of TOKEN_SECRET keeps all sign-ins with an app possible, before, during and after", async () => {
  const database = await testDatabase();
  const before = await testBackend({ database, env: OLD });
  const { appHolder } = appHoldersOf(before);
  const { email, secret, codes } = await appHolder();
  const { now } = before.clock;

  const beside = await testBackend({ database, env: BOTH, now });
  const early = appHoldersOf(beside);
  const first = await early.handIn(await early.challengeOf(email), early.codeOf(secret));
  expect(first.status).toBe(200);
  expect(await resealApps(beside.deps)).toBe(1);
  expect(await resealApps(beside.deps)).toBe(0);

  early.later(60);
  const after = await testBackend({ database, env: NEW, now: beside.clock.now });
  const late = appHoldersOf(after);
  const second = await late.handIn(await late.challengeOf(email), late.codeOf(secret));
  expect(second.status).toBe(200);
  expect(await unreadableApps(after.deps)).toBe(0);

  // If the TOKEN_SECRET is lost, for example after a restore, a recovery code still signs in.
  const lost = await testBackend({ database, env: OLD, now: beside.clock.now });
  const last = appHoldersOf(lost);
  last.later(60);
  expect(await unreadableApps(lost.deps)).toBe(1);
  expect(await resealApps(lost.deps)).toBe(1);
  const challenge = await last.challengeOf(email);
  expect(said(await last.handIn(challenge, last.codeOf(secret)))).toEqual([403, "code_invalid"]);
  expect((await last.handIn(challenge, codes[0] ?? "")).status).toBe(200);
  const [row] = await lost.db
    .select()
    .from(authenticatorApps)
    .where(eq(authenticatorApps.secret, secret));
  expect(row).toBeUndefined();
});
