import { expect, test } from "vitest";
import { signAccessToken, verifyAccessToken } from "./access-token";

const SECRET = "a secret of the tests, long enough to be one";
const START = new Date("2026-08-20T10:00:00.000Z");
const claims = { userId: "u", sessionId: "s" };
const after = (ms: number) => new Date(START.getTime() + ms);

test("a token that was valid a moment ago expires with its fifteenth minute", async () => {
  const token = await signAccessToken(claims, SECRET, START);
  expect(await verifyAccessToken(token, [SECRET], START)).toMatchObject(claims);
  expect(await verifyAccessToken(token, [SECRET], after(899_999))).toMatchObject(claims);
  expect(await verifyAccessToken(token, [SECRET], after(900_000))).toBeNull();
});

test("what is known of a valid token says nothing about others", async () => {
  const token = await signAccessToken(claims, SECRET, START);
  await verifyAccessToken(token, [SECRET], START);
  const [head, , signature] = token.split(".");
  const other = await signAccessToken({ ...claims, userId: "v" }, SECRET, START);
  const forged = [head, other.split(".")[1], signature].join(".");
  expect(await verifyAccessToken(forged, [SECRET], START)).toBeNull();
  expect(await verifyAccessToken(token, [`${SECRET}!`], START)).toBeNull();
  expect(await verifyAccessToken(other, [SECRET], START)).toMatchObject({ userId: "v" });
});
