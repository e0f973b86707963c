import { expect, test } from "vitest";
import type { z } from "zod";
import { endpoints } from "../api";
import { fieldErrors } from "../errors";
import { cleanLines } from "./clean-text";

/** One sample text per category of characters that people paste without seeing them, or that programs mishandle. */
const TEXTS = {
  "control characters": "a\0b\u0001\b\u001b[2Jc\vd",
  "C1 controls": "a\u0085b\u009bc\u0090",
  "zero-width characters": "a\u200bb\u2060c\ufeffd",
  "bidirectional overrides": "\u202eevil\u202c\u2066x\u2069\u200f",
  "half characters": "a\ud800b\udc00",
  "decomposed accents": "e\u0301".repeat(50),
  "a tower of accents": `a${"\u0301".repeat(500)}`,
  "joined emoji": "👩‍👩‍👧 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "full-width digits": "+３９ ３４７ １２３ ４５６７",
  "right-to-left letters": "שלום مرحبا",
  "300 letters": "x".repeat(300),
  "only invisible characters": "\u200b\u2060\u00ad\u202a",
  "only blanks": " \u00a0\u3000\t ",
  "tag characters": "a\u{e0041}\u{e0042}",
  noncharacters: "a\ufdd0\uffffb",
  "other line ends": "a\r\nb\rc\u2028d",
};

/** Inputs that are compared or hashed exactly as received, and that no page shows. These inputs are not cleaned. */
const EXACT =
  /\.(password|current_password|token|refresh_token|access_token|captcha|challenge|secret|fb_id|google_id|_embed|lang)$/;

type Def = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  valueType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
};
const defOf = (schema: z.ZodType) => (schema as unknown as { def: Def }).def;

/** Returns all text inputs of a schema, by their path in the schema. */
function textsIn(path: string, schema: z.ZodType): [string, z.ZodType][] {
  const {
    type,
    shape = {},
    element,
    innerType,
    options,
    valueType,
    in: before,
    out,
  } = defOf(schema);
  if (type === "object")
    return Object.entries(shape).flatMap(([name, one]) => textsIn(`${path}.${name}`, one));
  if (type === "union") return (options ?? []).flatMap((one) => textsIn(path, one));
  if (type === "pipe") {
    const isWhole = [before, out].some(
      (one) => one && ["object", "array"].includes(defOf(one).type),
    );
    return isWhole && out
      ? textsIn(path, defOf(out).type === "transform" ? (before ?? out) : out)
      : [[path, schema]];
  }
  const inner = element ?? innerType ?? valueType;
  if (inner) return textsIn(path, inner);
  return type === "string" ? [[path, schema]] : [];
}

const inputs = endpoints.flatMap(({ name, body, query }) => [
  ...(body ? textsIn(`${name} body`, body) : []),
  ...(query ? textsIn(`${name} query`, query) : []),
]);

test.each(Object.entries(TEXTS))(
  "every text input cleans %s or refuses them with a field code",
  (_, text) => {
    const wrong = inputs.flatMap(([path, schema]) => {
      const { success, data, error } = schema.safeParse(text);
      if (!success) {
        const codes = Object.values(fieldErrors(error));
        return codes.length > 0 && codes.every((code) => /^[a-z_]+$/.test(code)) ? [] : [path];
      }
      const isClean = typeof data !== "string" || cleanLines(data) === data;
      return isClean || EXACT.test(path) ? [] : [path];
    });
    expect(wrong).toEqual([]);
  },
);

test("the inputs of all kinds of schemas are found", () => {
  const paths = inputs.map(([path]) => path);
  for (const path of [
    "saveProject body.nome",
    "saveProject body.team.name",
    "sendLetter body.texts.it.text",
    "listMails query.search",
    "saveList body.name",
    "addPasskey body.passkey.response.transports",
  ])
    expect(paths).toContain(path);
  expect(paths.length).toBeGreaterThan(300);
});
