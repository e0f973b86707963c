import { join } from "node:path";
import { config } from "../config";

/**
 * The OpenTelemetry packages. They take 30 MB and few sites use traces, so operators install the packages separately.
 */
const SDK = { name: "@opentelemetry/sdk-trace-node", version: "2.12.0" };
const EXPORTER = { name: "@opentelemetry/exporter-trace-otlp-http", version: "0.223.1" };

/** Span attributes that contain a URL, whose query must not be exported. */
const ADDRESSES = ["http.target", "http.url", "url.full", "next.span_name"];

type Span = { name: string; attributes: Record<string, unknown> };
type Exporter = { export: (spans: Span[], done: unknown) => void };
type Load = (name: string) => Packages;

/**
 * Loads a package through Node instead of the bundler, because a build cannot know whether the package is installed.
 */
function fromNode(name: string): Packages {
  const { createRequire } = process.getBuiltinModule("node:module");
  return createRequire(join(process.cwd(), "package.json"))(name);
}

/**
 * Sends Next's trace spans to the collector in OTEL_EXPORTER_OTLP_ENDPOINT. Loads nothing without this variable. If the
 * packages are missing, logs how to install them, and the site runs without traces.
 *
 * @returns a function that sends the remaining spans before the process ends
 */
export async function startTraces(
  { endpoint, service } = config.traces,
  load: Load = fromNode,
): Promise<(() => Promise<void>) | undefined> {
  if (endpoint === undefined) return undefined;
  try {
    const sdk = load(SDK.name);
    const resources = load("@opentelemetry/resources");
    return open({ ...resources, ...sdk, ...load(EXPORTER.name) }, endpoint, service);
  } catch (error) {
    const wanted = [SDK, EXPORTER].map(({ name, version }) => `${name}@${version}`).join(" ");
    console.warn(
      `OTEL_EXPORTER_OTLP_ENDPOINT is set, but no traces are sent (${firstLine(error)}). They need: npm install --no-save ${wanted}`,
    );
    return undefined;
  }
}

/** Returns the first line of an error's message. Node appends a list of requiring files to the message. */
const firstLine = (error: unknown) => (error as Error).message.split("\n", 1)[0];

type Packages = {
  // biome-ignore lint/suspicious/noExplicitAny: packages that are not there when types are checked
  [name: string]: any;
};

function open(packages: Packages, endpoint: string, service: string): () => Promise<void> {
  const { NodeTracerProvider, BatchSpanProcessor, OTLPTraceExporter } = packages;
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const exporter = withoutQueries(new OTLPTraceExporter({ url }));
  const provider = new NodeTracerProvider({
    resource: packages.resourceFromAttributes({ "service.name": service }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return () => provider.shutdown();
}

/** Removes URL queries from exported spans, because queries contain link tokens and visitors' search terms. */
function withoutQueries<E extends Exporter>(exporter: E): E {
  const send = exporter.export.bind(exporter);
  exporter.export = (spans, done) => {
    for (const span of spans) {
      span.name = bare(span.name);
      for (const name of ADDRESSES) {
        const value = span.attributes[name];
        if (typeof value === "string") span.attributes[name] = bare(value);
      }
    }
    send(spans, done);
  };
  return exporter;
}

const bare = (text: string) => text.replace(/[?#].*/s, "");
