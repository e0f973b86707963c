import { expect, test } from "vitest";
import { appHoldersOf } from "@/tests/support/people/app-holder";
import { peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";

const bench = await testBackend();
const { mailsTo } = peopleOf(bench);
const { codeOf, later, appHolder, challengeOf, handIn } = appHoldersOf(bench);

test("ten thousand codes including the correct one do not sign in", {
  timeout: 120_000,
}, async () => {
  const { email, secret } = await appHolder();
  while (!/^00[1-9]/.test(codeOf(secret))) later(30);
  const challenge = await challengeOf(email);
  const seen = new Map<string, number>();
  for (let first = 0; first < 10_000; first += 100) {
    const codes = Array.from({ length: 100 }, (_, n) => String(first + n).padStart(6, "0"));
    const answers = await Promise.all(codes.map((code) => handIn(challenge, code)));
    for (const { json } of answers) seen.set(json.code, (seen.get(json.code) ?? 0) + 1);
  }
  expect(seen.get("too_many_requests")).toBe(9990);
  expect(seen.get("code_invalid")).toBe(10);
  const told = (await mailsTo(email)).filter(({ template }) => template === "codes_tried");
  expect(told).toHaveLength(1);
});
