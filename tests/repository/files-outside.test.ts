import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { config } from "@/middleware";

/** Returns whether Next runs the middleware for an address. */
function asked(path: string): boolean {
  return config.matcher.some((pattern) => new RegExp(`^${pattern}$`).test(path));
}

test("the middleware does not handle the files of public/", () => {
  const files = globSync("public/**/*.*").map((file) => `/${file.split("/").slice(1).join("/")}`);
  expect(files).toContain("/mark.svg");
  expect(files.filter(asked)).toEqual([]);
});

test("the middleware does not handle calls and generated files", () => {
  const made = [
    "/sitemap.xml",
    "/robots.txt",
    "/.well-known/security.txt",
    "/feed.xml",
    "/feed.json",
    "/call.ics",
    "/open-calls.json",
    "/og/it/posts/due-minuti.png",
    "/media/magazine/640/wp-json/media/porto.jpg",
  ];
  const calls = ["/wp-json", "/wp-json/wp/v2/posts", "/api/health", "/_next/static/x.js"];
  expect([...made, ...calls].filter(asked)).toEqual([]);
});

test("the middleware handles a page, also one whose path ends like a file's", () => {
  const pages = [
    "/",
    "/en",
    "/magazine/uno.html",
    "/en/uno.txt",
    "/dashboard/x.png",
    "/apicoltura",
    "/ogni",
    "/mediatori",
  ];
  expect(pages.filter((page) => !asked(page))).toEqual([]);
});
