import { describe, expect, test } from "vitest";
import { requireShared } from "@/scripts/launcher/secrets.mjs";

const GIVEN = {
  NODES: "2",
  TOKEN_SECRET: "t",
  PREVIEW_SECRET: "p",
  REVALIDATE_SECRET: "r",
  CONTENT_CREDENTIALS: "editor:e",
  DATABASE_URL: "postgres://db/slancio",
  SMTP_URL: "smtp://mail",
  FILES_DIR: "/shared/files",
};

describe("values that several instances share", () => {
  test("a single instance needs no shared value, and two instances name each missing one", () => {
    expect(() => requireShared({})).not.toThrow();
    expect(() => requireShared({ NODES: "1" })).not.toThrow();
    expect(() => requireShared(GIVEN)).not.toThrow();
    expect(() => requireShared({ NODES: "2" })).toThrow(
      /PREVIEW_SECRET, REVALIDATE_SECRET, TOKEN_SECRET, DATABASE_URL, SMTP_URL, FILES_DIR, CONTENT_CREDENTIALS/,
    );
  });

  test.each(Object.keys(GIVEN).filter((name) => name !== "NODES"))(
    "two instances without %s are refused",
    (name) => {
      expect(() => requireShared({ ...GIVEN, [name]: "" })).toThrow(`set ${name}.`);
    },
  );

  test("a bucket replaces the shared folder, and an external back end or content replaces its own values", () => {
    expect(() => requireShared({ ...GIVEN, FILES_DIR: "", S3_BUCKET: "b" })).not.toThrow();
    expect(() =>
      requireShared({ ...GIVEN, CONTENT_CREDENTIALS: "", CONTENT_API_URL: "https://wp.example" }),
    ).not.toThrow();
    const elsewhere = { NODES: "2", WP_API_URL: "https://wp.example", CONTENT_API_URL: "x" };
    expect(() =>
      requireShared({ ...elsewhere, PREVIEW_SECRET: "p", REVALIDATE_SECRET: "r" }),
    ).not.toThrow();
  });
});
