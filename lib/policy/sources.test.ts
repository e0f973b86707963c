import { expect, test } from "vitest";
import { needsFullLoad } from "../routes/lookup";
import { PAGES } from "../routes/pages";
import { pageSources } from "./sources";

const keys = { GOOGLE_CLIENT_ID: "g", FACEBOOK_APP_ID: "f", CAPTCHA: "1", CAPTCHA_SITE_KEY: "c" };

test("only a page whose policy admits a third party is reached by a full page load", () => {
  for (const { path, third } of PAGES) {
    expect(pageSources(path, keys).script.length > 0, path).toBe(third !== undefined);
    expect(needsFullLoad(path), path).toBe(third !== undefined);
  }
});

test("only configured third parties are allowed, and only on their pages", () => {
  const hosts = (path: string, env: object) => JSON.stringify(pageSources(path, env));
  expect(hosts("/registration", {})).not.toContain("https:");
  expect(hosts("/registration", { ...keys, CAPTCHA: "0" })).not.toContain("recaptcha");
  expect(hosts("/registration", { CAPTCHA: "on", CAPTCHA_SITE_KEY: "c" })).not.toContain(
    "accounts",
  );
  expect(hosts("/login", keys)).not.toContain("recaptcha");
  expect(hosts("/login", { FACEBOOK_APP_ID: "f" })).not.toContain("google");
  expect(hosts("/community-event", keys)).not.toContain("facebook");
  expect(hosts("/login/password-reset", keys)).not.toContain("https:");
  expect(hosts("/loginOLD", keys)).not.toContain("https:");
  expect(pageSources("/community-event", keys).popups).toBe(false);
  expect(pageSources("/login", keys).popups).toBe(true);
  expect(pageSources("/login", {}).popups).toBe(false);
});
