import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { startTraces } from "./traces";

const endpoint = "http://127.0.0.1:4318/";
type Spans = { name: string; attributes: Record<string, unknown> }[];

/** Replaces the tracing packages with fakes. Collects the spans that the site sends to the trace collector. */
function packages() {
  const sent: Spans = [];
  const opened: { url?: string; service?: unknown } = {};
  class OTLPTraceExporter {
    constructor({ url }: { url: string }) {
      opened.url = url;
    }
    export(spans: Spans) {
      sent.push(...spans);
    }
  }
  class BatchSpanProcessor {
    exporter: OTLPTraceExporter;
    constructor(exporter: OTLPTraceExporter) {
      this.exporter = exporter;
    }
  }
  const registered: BatchSpanProcessor[] = [];
  class NodeTracerProvider {
    options: { spanProcessors: BatchSpanProcessor[]; resource: unknown };
    constructor(options: NodeTracerProvider["options"]) {
      this.options = options;
    }
    register() {
      opened.service = this.options.resource;
      registered.push(...this.options.spanProcessors);
    }
    shutdown = async () => void registered.pop();
  }
  const resourceFromAttributes = (attributes: object) => attributes;
  const load = vi.fn(() => ({
    OTLPTraceExporter,
    BatchSpanProcessor,
    NodeTracerProvider,
    resourceFromAttributes,
  }));
  return { load: load as never, calls: load, sent, opened, registered };
}

test("without a collector nothing is loaded", async () => {
  const { load, calls } = packages();
  expect(await startTraces({ endpoint: undefined, service: "slancio" }, load)).toBeUndefined();
  expect(calls).not.toHaveBeenCalled();
});

test("missing packages are reported with the install command, and the site runs", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  // Load the real packages instead of the fakes. This project does not install the packages, so tracing cannot start.
  expect(await startTraces({ endpoint, service: "slancio" })).toBeUndefined();
  const [said] = warn.mock.calls[0] ?? [];
  expect(said).toMatch(
    /no traces are sent .*npm install --no-save @opentelemetry\/sdk-trace-node@\d/,
  );
  const [command = "?"] = /npm install --no-save .*$/.exec(said) ?? [];
  expect(readFileSync("docs/operating.md", "utf8")).toContain(`\`${command}\``);
  warn.mockRestore();
});

test("spans reach the collector without the queries of their URLs", async () => {
  const { load, opened, registered, sent } = packages();
  const stop = await startTraces({ endpoint, service: "prova" }, load);
  expect(opened).toEqual({
    url: "http://127.0.0.1:4318/v1/traces",
    service: { "service.name": "prova" },
  });
  const secret = "/registration/confirm?token=of-somebody#top";
  registered[0]?.exporter.export([
    {
      name: `GET ${secret}`,
      attributes: {
        "http.target": secret,
        "http.url": "https://graph.example/me?access_token=of-somebody",
        "next.span_name": `GET ${secret}`,
        "http.status_code": 200,
      },
    },
  ]);
  expect(JSON.stringify(sent)).not.toContain("of-somebody");
  expect(sent[0]?.name).toBe("GET /registration/confirm");
  expect(sent[0]?.attributes["http.status_code"]).toBe(200);
  await stop?.();
  expect(registered).toEqual([]);
});
