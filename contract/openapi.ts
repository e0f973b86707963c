import { z } from "zod";
import { type Endpoint, roleFor } from "./endpoint";
import { ERROR_STATUS, type ErrorCode, errorSchema } from "./errors";
import { NAMED_LANGUAGES } from "./languages";

type JsonObject = Record<string, unknown>;

const COMMON_ERRORS: readonly ErrorCode[] = ["too_many_requests", "unavailable"];
const bearer = [{ bearer: [] }];

/**
 * Returns the JSON Schema of a Zod schema. Named Zod schemas become references to components of the OpenAPI document.
 */
function schemaOf(schema: z.ZodType, io: "input" | "output", named: JsonObject): JsonObject {
  const {
    $schema: _,
    $defs,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ jsonSchema }) {
      // Zod writes the fallback value of `catch` as `default` in the JSON Schema. Delete it, because the contract
      // promises clients no default.
      delete jsonSchema.default;
    },
  }) as JsonObject & { $defs?: JsonObject };
  for (const [id, definition] of Object.entries($defs ?? {})) named[id] = pointed(definition);
  return pointed(json) as JsonObject;
}

/** Changes references to Zod schemas (`#/$defs/X`) to references to components of the OpenAPI document. */
function pointed(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner) =>
      key === "id" && typeof inner === "string" ? undefined : inner,
    ).replaceAll("#/$defs/", "#/components/schemas/"),
  );
}

function parameters(description: Endpoint, named: JsonObject): JsonObject[] {
  const path = [...description.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const query = Object.entries(description.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema: schemaOf(schema as z.ZodType, "input", named),
  }));
  const headers = (description.headers ?? []).map((name) => ({
    name,
    in: "header",
    required: false,
    schema: { type: "string" },
  }));
  const lang = { name: "lang", in: "query", required: false, schema: { enum: NAMED_LANGUAGES } };
  return [...path, ...query, ...headers, lang];
}

function responses(description: Endpoint, named: JsonObject): JsonObject {
  const { answer } = description;
  const all: JsonObject = { [answer.status]: { description: description.summary } };
  if ("json" in answer && answer.json) {
    const schema = schemaOf(answer.json, "output", named);
    all[answer.status] = {
      description: description.summary,
      content: { "application/json": { schema } },
    };
  } else if ("bytes" in answer && answer.bytes) {
    const schema = { type: "string", format: "binary" };
    all[answer.status] = {
      description: description.summary,
      content: { [answer.bytes]: { schema } },
    };
  }
  if ("headers" in answer && answer.headers) {
    const schema = { type: "string" };
    const headers = Object.fromEntries(answer.headers.map((name) => [name, { schema }]));
    all[answer.status] = { ...(all[answer.status] as JsonObject), headers };
  }
  const codes = new Set<ErrorCode>([...(description.errors ?? []), ...COMMON_ERRORS]);
  if (description.access !== "anyone") codes.add("not_authenticated");
  if (roleFor(description.access)) codes.add("forbidden_role");
  if (description.body) codes.add("not_json").add("invalid_fields");
  for (const status of new Set([...codes].map((code) => ERROR_STATUS[code]))) {
    const names = [...codes].filter((code) => ERROR_STATUS[code] === status);
    all[status] = {
      description: names.join(", "),
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    };
  }
  return all;
}

/**
 * Builds the OpenAPI 3.1 document of endpoints from the schemas that validate their requests. `baseUrl` is the address
 * of /wp-json.
 */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { title, version, baseUrl }: { title: string; version: string; baseUrl: string },
): JsonObject {
  const named: JsonObject = {};
  schemaOf(errorSchema, "output", named);
  const paths: Record<string, JsonObject> = {};
  for (const description of endpoints) {
    const path = `/${description.path}`;
    const operation: JsonObject = {
      operationId: description.name,
      summary: description.summary,
      security: description.access === "anyone" ? [] : bearer,
      parameters: parameters(description, named),
      responses: responses(description, named),
    };
    if (description.body) {
      operation.requestBody = {
        required: true,
        content: { "application/json": { schema: schemaOf(description.body, "input", named) } },
      };
    }
    paths[path] = { ...paths[path], [description.method.toLowerCase()]: operation };
  }
  return {
    openapi: "3.1.0",
    info: { title, version },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas: named,
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}
