import type { Page } from "playwright/test";
import { codeAt, stepAt } from "@/backend/users/second-factor/totp";
import { expect, type Words } from "./browser";
import { typeInto } from "./keyboard";

/** Simulates an authenticator app. The app returns each code once, and waits for the next code if necessary. */
export function appFor(secret: string) {
  let last = 0;
  return {
    /** Returns a valid code that was not used before. The site also accepts the code of the next 30 seconds. */
    async code(): Promise<string> {
      while (stepAt(new Date()) + 1 <= last)
        await new Promise((resolve) => setTimeout(resolve, 500));
      last = Math.max(stepAt(new Date()), last + 1);
      return codeAt(secret, last);
    },
  };
}

/** Returns the section of the profile page about the authenticator app. */
export function appPartOf(page: Page, t: Words) {
  return page.getByRole("region", { name: t("profile.app.title") });
}

/** Adds an authenticator app in the profile, after a re-authentication. Returns the app and the recovery codes. */
export async function takeApp(page: Page, t: Words) {
  const adding = page.getByRole("dialog", { name: t("profile.app.adding.title") });
  const secret = (await adding.locator("code").innerText()).replaceAll(" ", "");
  const app = appFor(secret);
  await typeInto(page, adding.getByLabel(t("profile.app.adding.code")), await app.code());
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: t("profile.app.codes.title") });
  await expect(sheet.getByRole("listitem")).toHaveCount(8);
  return { app, codes: await sheet.getByRole("listitem").allInnerTexts() };
}
