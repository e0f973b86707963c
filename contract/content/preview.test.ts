import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import {
  isPreviewGood,
  PREVIEW_MAX_SECONDS,
  previewQuery,
  previewSchema,
  signPreview,
  UNLISTED_MAX_SECONDS,
} from "./preview";

const secret = "a secret of the tests, long enough to be one";
const now = Date.parse("2026-08-20T10:00:00Z");
const expires = now / 1000 + 60;
const item = { type: "posts", slug: "due-minuti", lang: "it", expires } as const;

test("a signature equals the result of PHP's hash_hmac for the four lines", async () => {
  const text = `posts\ndue-minuti\nit\n${expires}`;
  const expected = createHmac("sha256", secret).update(text).digest("hex");
  expect(await signPreview(item, secret)).toBe(expected);
  expect((await previewQuery(item, secret)).get("signature")).toBe(expected);
});

test("a preview link is valid for its item and secret until it expires", async () => {
  const signature = await signPreview(item, secret);
  expect(await isPreviewGood(item, signature, { secret, now })).toBe(true);
  expect(await isPreviewGood(item, signature, { secret, now: now + 59_999 })).toBe(true);
  for (const [changed, key, at] of [
    [item, secret, now + 60_000],
    [item, `${secret}!`, now],
    [{ ...item, slug: "sette-prezzi" }, secret, now],
    [{ ...item, type: "stories" }, secret, now],
    [{ ...item, lang: "en" }, secret, now],
    [{ ...item, expires: expires + 1 }, secret, now],
  ] as const) {
    expect(await isPreviewGood(changed, signature, { secret: key, now: at })).toBe(false);
  }
});

const id = "0b0f3c53-3c4f-4f0e-9a8e-0d6b0a6f9d11";
test.each([
  [PREVIEW_MAX_SECONDS, id],
  [UNLISTED_MAX_SECONDS, undefined],
])("a preview link lasts %i seconds at most with the id %s", async (most, id) => {
  const last = { ...item, expires: now / 1000 + most, ...(id && { id }) };
  expect(await isPreviewGood(last, await signPreview(last, secret), { secret, now })).toBe(true);
  const far = { ...last, expires: last.expires + 1 };
  expect(await isPreviewGood(far, await signPreview(far, secret), { secret, now })).toBe(false);
});

test("a link's signature covers its id, so that no link passes for another or for one without an id", async () => {
  const signature = await signPreview({ ...item, id }, secret);
  for (const changed of [item, { ...item, id: id.replace("0", "1") }])
    expect(await isPreviewGood(changed, signature, { secret, now })).toBe(false);
});

test.each(["", "x", "0".repeat(63), "0".repeat(65), "g".repeat(64), " ".repeat(64)])(
  "a malformed signature is refused: %j",
  async (signature) => {
    expect(await isPreviewGood(item, signature, { secret, now })).toBe(false);
  },
);

test.each(["", "..", "a/b", "a?b", "a b", "//evil.example", "a#b", "%2e%2e", "a\n"])(
  "a slug with special meaning in a URL is refused: %j",
  (slug) => {
    expect(previewSchema.safeParse({ ...item, slug }).success).toBe(false);
  },
);

test.each(["новости-дня", "أخبار", "perché_no", "日本"])(
  "a slug in any script is signed as text or as WordPress encodes it: %s",
  async (slug) => {
    const given = { ...item, slug: encodeURIComponent(slug).toLowerCase() };
    const read = previewSchema.parse(given);
    expect(read.slug).toBe(slug);
    for (const signed of [read, given]) {
      expect(await isPreviewGood(read, await signPreview(signed, secret), { secret, now })).toBe(
        true,
      );
    }
  },
);
