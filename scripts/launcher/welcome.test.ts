import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { welcome } from "@/scripts/launcher/welcome.mjs";
import { testFolder } from "../../tests/support/folder";

const local = "http://localhost:3000";
const folder = await testFolder("welcome");

function printed(demo: object | null) {
  const demoFile = demo && join(folder, "demo.json");
  if (demoFile) writeFileSync(demoFile, JSON.stringify(demo));
  return welcome({ siteUrl: local, local, mailbox: null, demoFile });
}

test("the welcome message has the demo accounts and the demo's notes about its call", () => {
  const account = {
    role: "applicant",
    email: "elena@example.org",
    password: "p",
    has: "half_done",
  };
  const text = printed({ accounts: [account], notes: ["The call 2026 has been over."] });
  expect(text).toMatch(/applicant +elena@example\.org +p +half done\n/);
  expect(text).toContain("\n\n  The call 2026 has been over.\n\n  Ctrl-C stops everything");
});

test("the welcome message explains the sign-in code only for the control room account", () => {
  const [one, other] = ["control_room", "half_project"].map((has) =>
    printed({ accounts: [{ role: "staff", email: "r@example.org", password: "p", has }] }),
  );
  expect(one).toContain("also asks for a code: npm run user -- demo-code EMAIL\n");
  expect(other).not.toContain("demo-code");
});

test("the welcome message lists no demo account for a database without the demo", () => {
  for (const demo of [null, { accounts: [], notes: [] }]) {
    expect(printed(demo)).not.toContain("Demo accounts");
  }
});
