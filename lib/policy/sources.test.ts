import { expect, test } from "vitest";
import { CAPTCHA_PAGES, pageSources, SIGN_IN_PAGES } from "../policy-sources.cjs";
import { needsFullLoad } from "./full-load";

const keys = { GOOGLE_CLIENT_ID: "g", FACEBOOK_APP_ID: "f", CAPTCHA: "1", CAPTCHA_SITE_KEY: "c" };

test("a page whose policy admits a third party is reached by a full load", () => {
  for (const path of [...SIGN_IN_PAGES, ...CAPTCHA_PAGES]) {
    expect(pageSources(path, keys).script, path).not.toEqual([]);
    expect(needsFullLoad(path), path).toBe(true);
  }
  expect(needsFullLoad("/login?next=%2Fdashboard")).toBe(true);
  for (const path of ["/", "/community", "/login/password-reset", "/dashboard", "/loginOLD"]) {
    expect(pageSources(path, keys).script, path).toEqual([]);
    expect(needsFullLoad(path), path).toBe(false);
  }
});

test("only what is configured is admitted, and only where it stands", () => {
  const hosts = (path: string, env: object) => JSON.stringify(pageSources(path, env));
  expect(hosts("/registration", {})).not.toContain("https:");
  expect(hosts("/registration", { ...keys, CAPTCHA: "0" })).not.toContain("recaptcha");
  expect(hosts("/registration", { CAPTCHA: "on", CAPTCHA_SITE_KEY: "c" })).not.toContain(
    "accounts",
  );
  expect(hosts("/login", keys)).not.toContain("recaptcha");
  expect(hosts("/login", { FACEBOOK_APP_ID: "f" })).not.toContain("google");
  expect(hosts("/community-event", keys)).not.toContain("facebook");
  expect(pageSources("/community-event", keys).popups).toBe(false);
  expect(pageSources("/login", keys).popups).toBe(true);
  expect(pageSources("/login", {}).popups).toBe(false);
});
