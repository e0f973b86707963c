import { expect, test } from "vitest";
import { ssoSchema } from "@/contract/users/user-schemas";
import { facebookPayload, googlePayload } from "./provider-payload";

test("Google's answer becomes the contract's payload with the token's claims", () => {
  const claims = { sub: "42", email: "noè@example.org", given_name: "Noè", family_name: "Ürbàn" };
  const credential = `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.sig`;
  const payload = googlePayload(credential);
  expect(payload).toMatchObject({
    provider: "google",
    google_id: "42",
    first_name: "Noè",
    last_name: "Ürbàn",
    email: "noè@example.org",
  });
  const held = JSON.parse(payload.access_token);
  expect(held).toEqual({ access_token: "", id_token: credential, token_type: "Bearer" });
  expect(ssoSchema.safeParse(payload).success).toBe(true);
});

test("an unreadable credential is sent anyway, because the back end verifies it", () => {
  for (const credential of ["", "a.b.c", "x.bnVsbA.y"]) {
    expect(ssoSchema.safeParse(googlePayload(credential)).success, credential).toBe(true);
  }
});

test("Facebook's answer becomes the contract's payload, even without an address", () => {
  const payload = facebookPayload({ id: "7", accessToken: "EAA", name: "Bruno Serra" });
  expect(payload).toMatchObject({ provider: "facebook", fb_id: "7", name: "Bruno Serra" });
  expect(JSON.parse(payload.access_token).access_token).toBe("EAA");
  expect(ssoSchema.parse(JSON.parse(JSON.stringify(payload))).email).toBeUndefined();
});
