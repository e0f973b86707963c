import { z } from "zod";
import { endpoints } from "@/contract/api";
import type { Endpoint } from "@/contract/endpoint";
import { pdfText, unzip } from "../made-files/unpack";

type JsonSchema = { enum?: unknown[]; const?: unknown; type?: string };

/**
 * Maximum number of options of a parameter for which each option is tried. In longer lists, the options are equivalent.
 */
const LIST_MAX = 4;

/** Returns the values to try for a query parameter: all options of a short list, otherwise examples. */
function valuesOf(schema: z.ZodType, name: string): string[] {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  if (json.enum) {
    const values = json.enum.map(String);
    return values.length > LIST_MAX ? values.slice(0, 1) : values;
  }
  if (name === "edition") return ["2026"];
  if (name === "round") return ["1", "2"];
  return ["CANARINO", "1"];
}

/**
 * Returns the queries to try for an endpoint: an empty query, each value of each parameter, each sort order, and
 * English.
 */
function queriesOf({ query }: Endpoint): string[] {
  const shape = Object.entries(query?.shape ?? {}) as [string, z.ZodType][];
  const single = shape.flatMap(([name, schema]) =>
    valuesOf(schema, name).map((value) => `${name}=${encodeURIComponent(value)}`),
  );
  const sorted = single
    .filter((pair) => pair.startsWith("orderby="))
    .flatMap((pair) => [`${pair}&order=asc`, `${pair}&order=desc`]);
  return ["", "lang=en", ...single, ...sorted];
}

export type Step = { name: string; method: Endpoint["method"]; path: string };

/**
 * Returns requests to every endpoint of the contract, with every parameter, and to the OpenAPI document. New endpoints
 * are included automatically.
 */
export function walkOf(params: Record<string, readonly string[]>): Step[] {
  const steps = endpoints.flatMap((endpoint) => {
    const { name, method, path } = endpoint;
    const paths = [...path.matchAll(/\{(\w+)\}/g)].reduce(
      (found, [hole, key = ""]) =>
        found.flatMap((one) => (params[key] ?? ["x"]).map((value) => one.replace(hole, value))),
      [path as string],
    );
    return paths.flatMap((one) =>
      queriesOf(endpoint).map((query) => ({ name, method, path: query ? `${one}?${query}` : one })),
    );
  });
  const documents = ["", "openapi.json"].map((path) => ({
    name: path,
    method: "GET" as const,
    path,
  }));
  return [...steps, ...documents];
}

/** Returns the content of a response in any format. Omits parts that differ between equal responses, such as times. */
export async function textOf(response: Response): Promise<string> {
  const volatile = ["x-request-id", "date"];
  const headers = [...response.headers].filter(([name]) => !volatile.includes(name));
  const head = `${response.status} ${JSON.stringify(headers)}\n`;
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get("content-type") ?? "";
  if (response.status !== 200 || bytes.length === 0) return head + bytes.toString();
  if (type.includes("pdf")) return head + (await pdfText(bytes)).join(" ");
  if (!/zip|spreadsheetml/.test(type)) return head + bytes.toString();
  const texts = [...(await unzip(bytes))].map(async ([name, content]) =>
    name.endsWith(".pdf")
      ? `${name}: ${(await pdfText(content)).join(" ")}`
      : // Remove the creation time of a workbook, because it differs between two exports with equal content.
        `${name}: ${content.toString().replaceAll(/<dcterms:[^>]*>[^<]*/g, "")}`,
  );
  return head + (await Promise.all(texts)).join("\n");
}
