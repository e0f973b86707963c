import { expect, test } from "vitest";
import { robotsRules } from "./robots";

test("robots may read the public pages, and are told where the sitemap is", () => {
  const { rules, sitemap } = robotsRules({ preview: false });
  expect(rules).toMatchObject({ allow: "/", disallow: expect.not.arrayContaining(["/"]) });
  expect(sitemap).toBe("http://localhost:3000/sitemap.xml");
});

test("on a preview deployment they may read nothing", () => {
  expect(robotsRules({ preview: true })).toEqual({ rules: { userAgent: "*", disallow: "/" } });
});
