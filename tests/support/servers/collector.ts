import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createGunzip } from "node:zlib";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } };
type Otlp = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: { name: string; attributes: Attribute[] }[] }[];
  }[];
};

const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );

/** Starts a trace collector. It receives OTLP over HTTP as JSON and stores the spans. */
export async function openCollector() {
  const spans: { service: unknown; name: string; attributes: Record<string, unknown> }[] = [];
  let received = "";
  const server = createServer(async (request, response) => {
    const isTraces = request.method === "POST" && request.url === "/v1/traces";
    const isJson = request.headers["content-type"]?.startsWith("application/json");
    if (!isTraces || !isJson) return void response.writeHead(isTraces ? 415 : 404).end();
    const isPacked = request.headers["content-encoding"] === "gzip";
    const body = await text(isPacked ? request.pipe(createGunzip()) : request);
    received += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as Otlp).resourceSpans) {
      const service = valuesOf(resource.attributes)["service.name"];
      for (const { name, attributes } of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ service, name, attributes: valuesOf(attributes) });
      }
    }
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** Returns all data that the collector received, unparsed. */
    received: () => received,
    close: () => server.close(),
  };
}
