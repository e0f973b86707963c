import type { Page } from "playwright/test";
import type { openOwnSite } from "../servers/own-site";
import { plugIn } from "./authenticator";
import { expect, expectNoAxeViolations, type Words } from "./browser";
import { enterDemo, type Hands, handsOn } from "./hands";
import { press } from "./keyboard";

type Site = Pick<Awaited<ReturnType<typeof openOwnSite>>, "siteUrl" | "command" | "sql">;

export type Director = Hands & {
  page: Page;
  /** Answers the re-authentication dialog with the passkey, with the keyboard only. */
  prove: () => Promise<void>;
};

/** Signs in a demo director who has a passkey and whose re-authentication has expired. */
export async function directorAt(
  page: Page,
  site: Site,
  { email, t, path }: { email: string; t: Words; path: (path: string) => string },
): Promise<Director> {
  await enterDemo(page, site, email);
  await plugIn(page);
  const hands = handsOn(page, t, path);
  await page.goto(path("/dashboard/edit-profile"));
  const passkeys = page.getByRole("region", { name: t("profile.passkeys.title") });
  await press(page, passkeys.getByRole("button", { name: t("profile.passkeys.add") }));
  await expect(passkeys.getByRole("listitem")).toHaveCount(1);
  await page.goto(path("/dashboard/regia"));
  await hands.settled();

  async function prove() {
    const dialog = page.getByRole("dialog", { name: t("profile.proof.title") });
    await expect(dialog).toBeVisible();
    await expectNoAxeViolations(page);
    await press(page, dialog.getByRole("button", { name: t("profile.proof.passkey") }));
    await expect(dialog).toHaveCount(0);
  }
  return { ...hands, page, prove };
}

/** Makes every user's re-authentication expire. */
export const forgetKeys = ({ sql }: Pick<Site, "sql">) =>
  sql("update sessions set proved_at = now() - interval '1 hour', key_proved_at = null");
