import { expect, test } from "vitest";
import { robotsRules } from "./robots";

test("robots can read the public pages, and the rules name the sitemap", () => {
  const { rules, sitemap } = robotsRules({ preview: false });
  expect(rules).toMatchObject({ allow: "/", disallow: expect.not.arrayContaining(["/"]) });
  expect(sitemap).toBe("http://localhost:3000/sitemap.xml");
});

test("robots can read nothing on a preview deployment", () => {
  expect(robotsRules({ preview: true })).toEqual({ rules: { userAgent: "*", disallow: "/" } });
});
