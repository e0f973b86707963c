import type { Page } from "playwright/test";
import { proveByPassword } from "./account-forms";
import { type appFor, appPartOf, takeApp } from "./authenticator-app";
import { expect, type Words } from "./browser";
import { command, newAccount, type Person, signIn } from "./visitors";

const SITE = new URL(process.env.E2E_BASE_URL ?? "http://localhost").origin;

/** Creates an account with a staff role. Signs the account in with the authenticator app that the role requires. */
export async function becomeStaff(
  page: Page,
  { path, t }: { path: (path: string) => string; t: Words },
  role: "staff" | "director" | "auditor" = "staff",
): Promise<Person & { app: ReturnType<typeof appFor> }> {
  const person = await newAccount({ name: { first_name: "Rita", last_name: "Neri" } });
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  await appPartOf(page, t)
    .getByRole("button", { name: t("profile.app.add") })
    .click();
  await proveByPassword(page, t, person.password);
  const { app } = await takeApp(page, t);
  const because = ["--reason", "browser test", "--yes"];
  await command("user", "grant", role, person.email, ...because);
  // A new role ends all sessions, so sign in again with a code of the authenticator app.
  const enter = (data: object) =>
    page.request.post("/api/session", { headers: { Origin: SITE }, data });
  const { challenge } = (await (await enter({ ...person })).json()).data;
  expect((await enter({ challenge, code: await app.code() })).ok()).toBe(true);
  return { ...person, app };
}
