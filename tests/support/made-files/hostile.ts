import fc from "fast-check";
import { z } from "zod";

/*
 * Generates request bodies that no form sends: bodies with invalid fields, arbitrary JSON, and text that is not JSON.
 */

type Shape = {
  type?: string | string[];
  anyOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Shape>;
  items?: Shape;
};

const DEEP = 10_000;

/** Strings that often cause errors in programs. */
export const hostileWord = fc.oneof(
  fc.constantFrom(
    "",
    "\u0000",
    "\ud800",
    "\u202Eevil",
    "a\r\nBcc: b@example.org",
    "'; drop table users; --",
    "{{7*7}}<script>",
    "../../etc/passwd",
    "%00%0d%0a",
    "__proto__",
    "1e309",
    "x".repeat(5_000),
    "é".repeat(2_000),
    "👩‍👩‍👧".repeat(300),
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** Characters that databases, mail programs, or logs often mishandle. */
const poison = fc.constantFrom(
  "\u0000",
  "Ada\u0000",
  "\ud800",
  "a\r\nBcc: b@example.org",
  "\u001b[2J",
);

const hostileValue = fc.oneof(
  poison,
  hostileWord,
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1e308, 2 ** 53, 0.1, [], {}, [[]], [null]),
  fc.constantFrom<unknown>(Array(2_000).fill({}), { toString: 1 }, { length: 1e9 }, { $ne: null }),
  fc.jsonValue({ maxDepth: 4 }),
);

const WORDS = {
  // Only one of the three passwords is valid, because the server calculates a slow hash for each valid password.
  password: ["tramonto-lampada-viola", "", "x".repeat(300)],
  name: ["Ada", "O’Connor-Ñandú"],
};

/** Generates values for a schema. Some of the values are valid. */
function asked(shape: Shape, name = ""): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => asked(one, name)));
  const type = Array.isArray(shape.type) ? shape.type[0] : shape.type;
  switch (type) {
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries(shape.properties ?? {}).map(([key, one]) => [key, asked(one, key)]),
        ),
      );
    case "array":
      return fc.array(asked(shape.items ?? {}), { maxLength: 7 });
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer());
    case "string":
      if (/mail/.test(name)) return fc.uuid().map((id) => `${id}@example.org`);
      if (/password/.test(name)) return fc.constantFrom(...WORDS.password);
      if (/phone|telefono/.test(name)) return fc.constantFrom("+39 347 1234567", "112");
      return fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...WORDS.name) },
        { weight: 9, arbitrary: fc.string({ maxLength: 30 }) },
        { weight: 1, arbitrary: poison },
      );
    default:
      return hostileValue;
  }
}

/**
 * Returns the JSON schema of an endpoint's input. Of a schema that first converts its input, returns the JSON schema
 * that the converted input must match.
 */
function shapeOf(schema: z.ZodType): Shape {
  const inner = schema instanceof z.ZodPipe ? (schema.out as z.ZodType) : schema;
  return z.toJSONSchema(inner, { io: "input", unrepresentable: "any", reused: "inline" }) as Shape;
}

/** Returns JSON text for some entries. The text can contain the key `__proto__`, which an object literal cannot. */
function textOf(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`;
}

/** Generates request bodies for an endpoint, as text. */
export function hostileBody(schema: z.ZodType | undefined): fc.Arbitrary<string> {
  const shape = schema ? shapeOf(schema) : { type: "object" };
  const whole = asked({ ...shape, type: "object" }).map((value) => Object.entries(value as object));
  const own = Object.keys(shape.properties ?? { x: {} });
  const names = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...own) },
    { weight: 1, arbitrary: fc.constantFrom("__proto__", "id", "roles") },
  );
  // Bodies with at most two invalid fields. They often pass the schema's first checks.
  const nearly = fc
    .tuple(whole, fc.array(fc.tuple(names, hostileValue), { minLength: 0, maxLength: 2 }))
    .map(([entries, wrong]) => {
      const spoiled = new Set(wrong.map(([key]) => key));
      return textOf([...entries.filter(([key]) => !spoiled.has(key)), ...wrong]);
    });
  // Bodies with only one field. If all fields are optional, this field alone decides whether the body is valid.
  const alone = fc.tuple(fc.constantFrom(...own), poison).map((one) => textOf([one]));
  return fc.oneof(
    { weight: 9, arbitrary: nearly },
    { weight: 3, arbitrary: alone },
    {
      weight: 3,
      arbitrary: fc
        .array(fc.tuple(names, hostileValue), { maxLength: 6 })
        .map((entries) => textOf(entries)),
    },
    { weight: 2, arbitrary: fc.json({ maxDepth: 6 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '{"__proto__":{"polluted":true}}',
        '{"constructor":{"prototype":{"polluted":true}}}',
        '{"a":1,"a":2}',
        "[".repeat(DEEP) + "]".repeat(DEEP),
        `{"a":${"[".repeat(DEEP)}`,
        "\ufeff{}",
        "NaN",
        "",
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  );
}
