import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs, times } from "@/tests/support/attack";
import { TUS } from "@/tests/support/made-files/tus";
import { FILES, uploadBench } from "@/tests/support/people/uploader";

/* Tests that the server stores exactly the bytes that it received, for any order of client requests. */

const { api, makeUser, create, head, deck, bytesOf } = await uploadBench();

const odd = fc.constantFrom("-1", "x", "", "1e3", "0x10", "99999999999999999999", "0, 5", "5 ");
const say = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("append" as const), share: fc.nat(100) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("shifted" as const), by: fc.integer() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("odd" as const), offset: odd }) },
  { weight: 1, arbitrary: fc.constant({ kind: "too-much" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "empty" as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("headers" as const),
      headers: fc.dictionary(
        fc.constantFrom(
          "Tus-Resumable",
          "Content-Type",
          "Upload-Length",
          "Upload-Checksum",
          "Upload-Concat",
          "Upload-Defer-Length",
          "X-HTTP-Method-Override",
        ),
        fc.oneof(odd, fc.constantFrom("0.2.2", "text/html", "sha1 xx", "final;/a", "1", "DELETE")),
        { minKeys: 1, maxKeys: 3 },
      ),
    }),
  },
);

test("after any sequence of upload requests the offset equals the stored bytes, without a server error", {
  timeout: times(120_000),
}, async () => {
  let whole = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(say, { minLength: 1, maxLength: 12 }), async (said) => {
      const { token } = await makeUser();
      const { id, status } = await create(token, { field: "pitch", name: "a.pdf", bytes: deck });
      expect(status).toBe(201);
      let at = 0;
      for (const one of said) {
        const rest = deck.subarray(at);
        const piece =
          one.kind === "append"
            ? rest.subarray(0, Math.ceil((rest.length * one.share) / 100))
            : rest;
        const body = one.kind === "too-much" ? Buffer.concat([rest, deck]) : piece;
        const offset =
          one.kind === "odd"
            ? one.offset
            : String(one.kind === "shifted" ? at + (one.by || 1) : at);
        const answer = await api("PATCH", `${FILES}/${id}`, {
          token,
          body: one.kind === "empty" ? Buffer.alloc(0) : body,
          headers: {
            ...TUS,
            "Upload-Offset": offset,
            "Content-Type": "application/offset+octet-stream",
            ...(one.kind === "headers" && one.headers),
          },
        });
        expect(answer.status, JSON.stringify(one)).toBeLessThan(500);
        if (answer.status === 204 && one.kind !== "empty") at += body.length;
        const seen = await head(token, id);
        if (seen.status === 200) expect(Number(seen.headers.get("upload-offset"))).toBe(at);
        if (at === deck.length) break;
      }
      if (at < deck.length) return;
      whole += 1;
      const { bytes } = await bytesOf(token, id);
      const sha256 = (of: Buffer) => createHash("sha256").update(of).digest("hex");
      expect(sha256(bytes)).toBe(sha256(deck));
    }),
    runs(25),
  );
  expect(whole).toBeGreaterThan(0);
});
