import { z } from "zod";
import { endpoints } from "@/contract/api";
import type { Endpoint } from "@/contract/endpoint";
import { pdfText, unzip } from "../made-files/unpack";

type JsonSchema = { enum?: unknown[]; const?: unknown; type?: string };

/** Longer lists are what applicants choose from: any of them stands for all. */
const LIST_MAX = 4;

/** Values worth trying in a query parameter: those of a closed list, some of anything else. */
function valuesOf(schema: z.ZodType, name: string): string[] {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  if (json.enum) {
    const values = json.enum.map(String);
    return values.length > LIST_MAX ? values.slice(0, 1) : values;
  }
  if (name === "edition") return ["2026"];
  return ["CANARINO", "1"];
}

/** The bare call, every value of every parameter alone, every order of every sorting, English. */
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
 * Requests generated from the contract alone: every endpoint of the API with every parameter, and
 * the documents that describe it. An endpoint added tomorrow is walked tomorrow.
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

/** Everything an answer contains, whatever its format, except what differs between any two answers. */
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
      : // A workbook contains the time it was made.
        `${name}: ${content.toString().replaceAll(/<dcterms:[^>]*>[^<]*/g, "")}`,
  );
  return head + (await Promise.all(texts)).join("\n");
}
