import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { endpoints } from "../api";
import { isEmail, isHttpsUrl, isPhone, line, lines, textLength } from "../fields";
import { PROJECT_FIELDS } from "../project/project-fields";
import { cleanAnswer, projectFieldSchemas } from "../project/project-schemas";
import { cleanEmail, cleanLine, cleanLines, cleanPhone, cleanUrl } from "./clean-text";

const CATEGORIES = [
  ..."Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So".split(" "),
  ..."Zs Zl Zp Cc Cf Cs Co Cn".split(" "),
];
/**
 * Sample characters of each general category of Unicode: the first characters of the category, and some characters from
 * further planes.
 */
const OF_CATEGORY = Object.fromEntries(
  CATEGORIES.map((category) => {
    const is = new RegExp(`^\\p{${category}}$`, "u");
    const found: string[] = [];
    for (let code = 0; code <= 0x10ffff && found.length < 400; code += found.length < 200 ? 1 : 97)
      if (is.test(String.fromCodePoint(code))) found.push(String.fromCodePoint(code));
    return [category, found];
  }),
) as Record<string, string[]>;
const anyCharacter = fc.oneof(
  ...CATEGORIES.map((category) => fc.constantFrom(...(OF_CATEGORY[category] ?? []))),
  fc.constantFrom(
    ..."\u200b\u200c\u200d\ufeff\u00ad\ufe0e\ufe0f\u20e3\r\n\t 1#",
    "👩",
    "🏽",
    "❤",
    "🏴",
    "\u{e0067}",
  ),
);
const anyText = fc.array(anyCharacter, { maxLength: 40 }).map((characters) => characters.join(""));

describe("a cleaned text", () => {
  test.each([
    ["a break of PowerPoint", "Prima\u000bseconda", "Prima\nseconda", "Prima seconda"],
    ["form feed and NEL", "a\u000cb\u0085c", "a\nb\nc", "a b c"],
    ["the separators of Unicode", "a\u2028b\u2029c", "a\nb\nc", "a b c"],
    ["CRLF and CR", "a\r\nb\rc", "a\nb\nc", "a b c"],
    ["a tab", "a\tb", "a\tb", "a b"],
    ["NUL and ESC", "a\u0000b\u001bc", "abc", "abc"],
    ["accents apart", "perche\u0301", "perché", "perché"],
    ["an accent behind a zero-width space", "perche\u200b\u0301", "perché", "perché"],
    ["marks of direction", "\u202aAda\u202c \u2066x\u2069", "Ada x", "Ada x"],
    ["a soft hyphen", "inno\u00advazione", "innovazione", "innovazione"],
    [
      "a joiner inside a word",
      "می\u200cخواهم क्\u200dष",
      "می\u200cخواهم क्\u200dष",
      "می\u200cخواهم क्\u200dष",
    ],
    ["joiners elsewhere", "\u200da \u200d1\u200c2 b\u200c", "a 12 b", "a 12 b"],
    ["a family", "👨‍👩‍👧 e ❤️‍🔥", "👨‍👩‍👧 e ❤️‍🔥", "👨‍👩‍👧 e ❤️‍🔥"],
    ["skin, flags, keycaps", "👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇮🇹 1️⃣", "👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇮🇹 1️⃣", "👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇮🇹 1️⃣"],
    ["a variation selector without emoji", "a\ufe0fb", "ab", "ab"],
    ["tags without a flag", "a\u{e0067}\u{e007f}", "a", "a"],
    ["half a character", "idea \ud83d", "idea \ufffd", "idea \ufffd"],
    ["blanks around it", " \u00a0\n a \u2003\u3000\n", "a", "a"],
    ["nothing but invisible characters", "\u200b\u2060\ufeff\u00ad\u3164\u2800\ufe0f \n", "", ""],
  ])("a cleaned text has %s as stored", (_, given, asLines, asLine) => {
    expect(cleanLines(given)).toBe(asLines);
    expect(cleanLine(given)).toBe(asLine);
  });

  test.each(CATEGORIES)(
    "cleaning keeps or replaces characters of %s by their category",
    (category) => {
      for (const character of OF_CATEGORY[category] ?? []) {
        const clean = cleanLines(`a ${character} b`);
        const isBreak = "\n\v\f\r\u0085\u2028\u2029".includes(character);
        const isRemoved = /[\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}]|\ufe0e|\ufe0f/u.test(
          character,
        );
        const middle =
          category === "Cs"
            ? "\ufffd"
            : isBreak
              ? "\n"
              : character === "\t"
                ? "\t"
                : isRemoved
                  ? ""
                  : character.normalize("NFC");
        expect(clean, `U+${character.codePointAt(0)?.toString(16)}`).toBe(
          `a ${middle} b`.normalize("NFC"),
        );
      }
    },
  );

  test("cleaning a cleaned text changes nothing, for any input", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const clean of [cleanLines, cleanLine, cleanEmail, cleanPhone, cleanUrl]) {
          const once = clean(text);
          expect(clean(once)).toBe(once);
          expect(once).toBe(once.trim().normalize("NFC"));
          expect(once.replaceAll(/[\n\t]/g, "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\ufeff]/u);
        }
        expect(cleanLine(text)).not.toMatch(/[\n\t]/);
      }),
      { numRuns: 2000 },
    );
  });

  test("the length of a text is equal before sending and on arrival", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 30 }), (text, max) => {
        for (const [schema, clean] of [
          [lines(max), cleanLines],
          [line(max), cleanLine],
        ] as const) {
          // Skips texts above ten times the limit, because the schema rejects them without cleaning.
          fc.pre(text.length <= 10 * max);
          expect(schema.safeParse(text).success).toBe(textLength(clean(text)) <= max);
        }
      }),
      { numRuns: 2000 },
    );
    for (const [field, rule] of Object.entries(PROJECT_FIELDS)) {
      if (rule.kind !== "line" && rule.kind !== "lines") continue;
      const parsed = projectFieldSchemas[field as "idea"].safeParse(" è\u0301\u000b\u200bx\r\n");
      expect(parsed.data).toBe(cleanAnswer(field as "idea", " è\u0301\u000b\u200bx\r\n"));
    }
  });

  test("cleaning takes little time for any text", () => {
    // Without a limit on the number of accents, normalising this text would take minutes.
    const accents = cleanLines(`a${"\u0300\u0316".repeat(300_000)}`);
    expect(textLength(accents)).toBeLessThan(40);
    expect(lines(10).safeParse("\u200b".repeat(101)).success).toBe(false);
  });
});

test.each([
  ["+39\u00a0347\u00a0123\u00a04567", "+39 347 123 4567"],
  ["\u202a+39 347 123 4567\u202c", "+39 347 123 4567"],
  ["(+39) 347.123.4567", "(+39) 347.123.4567"],
  ["+39\u2011347\u2013123\u22124567", "+39-347-123-4567"],
  ["＋３９ ３４７ １２３４５６７", "+39 347 1234567"],
  ["٠٢ ١٢٣٤٥٦٧", "02 1234567"],
  ["02 1234567 int. 12", "02 1234567 int. 12"],
  ["02 1234567, interno 12", "02 1234567, interno 12"],
  ["+44 20 7946 0958 ext. 5", "+44 20 7946 0958 ext. 5"],
  ["02-1234567x5", "02-1234567x5"],
  ["02 1234567 EXT 45", "02 1234567 EXT 45"],
  ["02 1234567 #45", "02 1234567 #45"],
  ["०२ १२३४५६७", "02 1234567"],
  ["+39 347 123 45 67 (cell.)", "+39 347 123 45 67"],
  ["+390471123456;12", "+390471123456;12"],
  ["Tel. 02 1234567", "02 1234567"],
  ["tel: +39 347 1234567", "+39 347 1234567"],
  ["cell.347 1234567", "347 1234567"],
  ["Telefono: (02) 1234567 int. n. 3", "(02) 1234567 int. n. 3"],
  ["02 1234567 interno n° 3", "02 1234567 interno n° 3"],
])("the phone number %j is cleaned to %j", (given, stored) => {
  expect(projectFieldSchemas.referente_telefono.safeParse(given).data).toBe(stored);
});

test.each([
  "int. 12",
  "02 int. 12",
  "02 1234567 int.",
  "chiamare la sera",
  "tel.",
  "tel. chiedere di Ada",
  "+39 347 1234567 +39 348 1234567",
  "12345",
])("%j is no phone number", (given) => {
  expect(isPhone(cleanPhone(given))).toBe(false);
});

test.each([
  ["ada@città.it", "ada@xn--citt-3na.it", true],
  ["Ada@MÜNCHEN.de", "Ada@xn--mnchen-3ya.de", true],
  ["ada@\u200bexample.org\u00a0", "ada@example.org", true],
  ["ada@citta\u0300.it", "ada@xn--citt-3na.it", true],
  ["jürgen@example.org", "jürgen@example.org", false],
  ["ada@città.it/x", "ada@città.it/x", false],
  ["ada@città", "ada@xn--citt-3na", false],
])("the address %j is cleaned to %j: %s", (given, clean, is) => {
  expect(cleanEmail(given)).toBe(clean);
  expect(isEmail(clean)).toBe(is);
});

test("only an address with an accent before the @ has the error accented_email", () => {
  const codeOf = (email: string) =>
    projectFieldSchemas.referente_email.safeParse(email).error?.issues[0]?.message;
  expect(codeOf("jürgen@example.org")).toBe("accented_email");
  expect(codeOf("josé.díaz@città.it")).toBe("accented_email");
  expect(codeOf("jürgen@")).toBe("invalid_email");
  expect(codeOf("giulia@")).toBe("invalid_email");
});

test.each([
  ["youtu.be/abc", "https://youtu.be/abc"],
  ["www.youtube.com/watch?v=a", "https://www.youtube.com/watch?v=a"],
  ["http://vimeo.com/1", "https://vimeo.com/1"],
  ["HTTPS://vimeo.com/1", "HTTPS://vimeo.com/1"],
  ["example.org:8080/x", "https://example.org:8080/x"],
  ["javascript:alert(1)", null],
  ["ftp://example.org", null],
  ["mailto:ada@example.org", null],
  ["video", null],
  ["sul nostro sito.", null],
  ["https://x.it/a e https://y.it", null],
  ["x.it/a (sito)", null],
])("the link %j is stored as %j", (given, stored) => {
  const clean = cleanUrl(given);
  expect(isHttpsUrl(clean) ? clean : null).toBe(stored);
});

/*
 * Tests that every request schema cleans typed text. A string schema that accepts one of these samples must also accept
 * the sample with invisible characters, and return equal text.
 */
const SAMPLES = ["Ada", "ada@example.org", "+39 347 123 4567", "https://example.org/a", "2020"];
/**
 * Fields that are not cleaned, because programs write them or they are secrets (see `passwordSchema`). Cleaning would
 * change their value.
 */
const NO_TEXT =
  /(?:^|\.)(?:password|current_password|token|refresh_token|access_token|captcha|challenge|secret|fb_id|google_id|clientDataJSON|attestationObject|authenticatorData|signature|userHandle|transports|id|rawId|query|_embed|lang)(?:\.|$)/;

type Def = z.core.$ZodTypeDef & Record<string, unknown>;

/** Yields the schemas of the single values inside a schema, with their dotted paths. */
function* leaves(schema: z.core.$ZodType, path: string): Generator<[string, z.ZodType]> {
  const def = schema._zod.def as Def;
  const inner = (def.innerType ?? def.element ?? def.valueType) as z.core.$ZodType | undefined;
  if (def.type === "object")
    for (const [key, part] of Object.entries(def.shape as Record<string, z.core.$ZodType>))
      yield* leaves(part, path ? `${path}.${key}` : key);
  else if (def.type === "union")
    for (const option of def.options as z.core.$ZodType[]) yield* leaves(option, path);
  // If a preprocessing step and a text together form one value, test them together, because the step turns null into
  // "". A step before an object only renames keys, so skip the step.
  else if (def.type === "pipe" && holdsParts(def.out as z.core.$ZodType))
    yield* leaves(def.out as z.core.$ZodType, path);
  else if (inner) yield* leaves(inner, path);
  else yield [path, schema as z.ZodType];
}

function holdsParts(schema: z.core.$ZodType): boolean {
  return [...leaves(schema, "")].length !== 1 || [...leaves(schema, "")][0]?.[1] !== schema;
}

const strings = endpoints.flatMap(({ name, body, query }) =>
  [body, query].flatMap((schema) =>
    schema
      ? [...leaves(schema, "")].map(([path, leaf]) => ({ at: `${name} ${path}`, path, leaf }))
      : [],
  ),
);

test("each text of each request is cleaned", () => {
  const forgotten: string[] = [];
  let texts = 0;
  for (const { at, path, leaf } of strings) {
    for (const sample of SAMPLES) {
      const plain = leaf.safeParse(sample);
      if (!plain.success || typeof plain.data !== "string" || NO_TEXT.test(path)) continue;
      texts++;
      const [first = "", ...rest] = sample;
      const hostile = `\ufeff ${first}\u200b\u0000${rest.join("")}\u202c\u000b`;
      if (leaf.safeParse(hostile).data !== plain.data) forgotten.push(`${at}: ${sample}`);
    }
  }
  expect(forgotten).toEqual([]);
  expect(texts).toBeGreaterThan(100);
});

test("the test detects a schema that does not clean", () => {
  const body = z.object({ deep: z.array(z.object({ note: z.string().nullable() })).optional() });
  expect([...leaves(body, "")].map(([path]) => path)).toEqual(["deep.note"]);
});
