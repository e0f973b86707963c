import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { signAccessToken, verifyAccessToken } from "./access-token";

const SECRET = "a secret of the tests, long enough to be one";
const START = new Date("2026-08-20T10:00:00.000Z");
const [USER, OTHER, SESSION] = [randomUUID(), randomUUID(), randomUUID()];
const claims = { userId: USER, sessionId: SESSION };
const after = (ms: number) => new Date(START.getTime() + ms);

test("an access token expires after fifteen minutes, even if it was verified just before", async () => {
  const token = await signAccessToken(claims, SECRET, START);
  expect(await verifyAccessToken(token, [SECRET], START)).toMatchObject(claims);
  expect(await verifyAccessToken(token, [SECRET], after(899_999))).toMatchObject(claims);
  expect(await verifyAccessToken(token, [SECRET], after(900_000))).toBeNull();
});

test("a verified access token does not affect the verification of others", async () => {
  const token = await signAccessToken(claims, SECRET, START);
  await verifyAccessToken(token, [SECRET], START);
  const [head, , signature] = token.split(".");
  const other = await signAccessToken({ ...claims, userId: OTHER }, SECRET, START);
  const forged = [head, other.split(".")[1], signature].join(".");
  expect(await verifyAccessToken(forged, [SECRET], START)).toBeNull();
  expect(await verifyAccessToken(token, [`${SECRET}!`], START)).toBeNull();
  expect(await verifyAccessToken(other, [SECRET], START)).toMatchObject({ userId: OTHER });
});

test.each<[string, Record<string, string>, Record<string, string>?]>([
  ["another algorithm, with the same secret", { alg: "HS512" }],
  ["another token type", { typ: "JWT" }],
  ["no token type", { typ: "" }],
  ["another audience", {}, { aud: "another" }],
  ["another issuer", {}, { iss: "another" }],
  ["a separate address of keys", { jku: "https://evil.example/keys" }, { iss: "another" }],
])("an access token with %s is refused", async (_what, header, payload = {}) => {
  const good = { sid: SESSION, sub: USER, iss: "slancio", aud: "wp-json" };
  const sign = (head: Record<string, string>, body: Record<string, string>) =>
    new SignJWT({ ...good, ...body })
      .setProtectedHeader({ alg: "HS256", typ: "at+jwt", ...head })
      .setIssuedAt(START.getTime() / 1000)
      .setExpirationTime(START.getTime() / 1000 + 900)
      .sign(Buffer.from(SECRET));
  expect(await verifyAccessToken(await sign({}, {}), [SECRET], START)).toMatchObject(claims);
  expect(await verifyAccessToken(await sign(header, payload), [SECRET], START)).toBeNull();
});

test("an access token without a signature is refused for any stated algorithm", async () => {
  const token = await signAccessToken(claims, SECRET, START);
  const [, payload = ""] = token.split(".");
  for (const alg of ["none", "None", "HS256"]) {
    const head = Buffer.from(JSON.stringify({ alg, typ: "at+jwt" })).toString("base64url");
    expect(await verifyAccessToken(`${head}.${payload}.`, [SECRET], START)).toBeNull();
  }
});

test("an access token signed with the previous secret is accepted, and one without user or session is refused", async () => {
  const token = await signAccessToken(claims, SECRET, START);
  expect(await verifyAccessToken(token, [`${SECRET} now`, SECRET], START)).toMatchObject(claims);
  for (const names of [
    { sid: SESSION },
    { sub: USER },
    { sub: USER, sid: 7 },
    { sub: USER, sid: "s" },
    { sub: "u", sid: SESSION },
  ]) {
    const nobody = await new SignJWT(names)
      .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
      .setIssuer("slancio")
      .setAudience("wp-json")
      .setExpirationTime(START.getTime() / 1000 + 900)
      .sign(Buffer.from(SECRET));
    expect(await verifyAccessToken(nobody, [SECRET], START)).toBeNull();
  }
});

test("an access token without an expiry is refused", async () => {
  const endless = await new SignJWT({ sid: SESSION })
    .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
    .setSubject(USER)
    .setIssuer("slancio")
    .setAudience("wp-json")
    .setIssuedAt(START.getTime() / 1000)
    .sign(Buffer.from(SECRET));
  expect(await verifyAccessToken(endless, [SECRET], START)).toBeNull();
});
