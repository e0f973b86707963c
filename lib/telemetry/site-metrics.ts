import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { perProcess } from "../per-process";
import { routeOf } from "../routes/route-of";

/** Histogram buckets for response times in seconds. They cover a prerendered page as well as a large upload. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
/** The status for a response that the client stopped by closing the connection. Reverse proxies log the same status. */
const GONE = 499;

/**
 * Speed figures that visitors' browsers report for each page view (LCP and others). The histogram buckets are dense
 * around the limits of good and of poor values.
 */
const PAGE_FIGURES = {
  lcp: {
    name: "slancio_page_lcp_seconds",
    help: "Seconds until a page’s largest element was visible, in visitors’ browsers (LCP)",
    buckets: [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10, 20],
  },
  inp: {
    name: "slancio_page_inp_seconds",
    help: "Seconds until a page responded to its slowest interaction, in visitors’ browsers (INP)",
    buckets: [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2],
  },
  cls: {
    name: "slancio_page_cls",
    help: "How much a page’s content moved while it was visible, in visitors’ browsers (CLS)",
    buckets: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
  },
} as const;
type PageFigure = keyof typeof PAGE_FIGURES;

/** The metrics of this process, shared by all bundles that Next builds. */
const measures = perProcess("measures", openMeasures);

function openMeasures() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Counter({
      name: "slancio_http_requests_total",
      help: "Responses of the site’s server, by page pattern and status",
      labelNames: ["route", "code"],
      registers,
    }),
    seconds: new Histogram({
      name: "slancio_http_seconds",
      help: "Seconds until the last byte of a response, by page pattern",
      labelNames: ["route"],
      buckets: SECONDS,
      registers,
    }),
    pages: new Map(
      Object.entries(PAGE_FIGURES).map(([figure, { buckets, ...named }]) => [
        figure as PageFigure,
        new Histogram({ ...named, buckets: [...buckets], labelNames: ["route"], registers }),
      ]),
    ),
    isWatching: false,
  };
}

/**
 * Records the speed figures of one page view in a visitor's browser. A figure that the browser does not support is
 * undefined.
 */
export function measurePage(
  route: string,
  figures: Readonly<Record<PageFigure, number | undefined>>,
): void {
  for (const [figure, histogram] of measures.pages) {
    const value = figures[figure];
    if (value !== undefined) histogram.observe({ route }, value);
  }
}

/** Records the metrics of one HTTP response when the response ends. */
export function measureAnswer({ url = "" }: IncomingMessage, answer: ServerResponse): void {
  const began = performance.now();
  answer.once("close", () => {
    const route = routeOf(url.split("?", 1)[0] ?? "");
    const code = answer.writableFinished ? answer.statusCode : GONE;
    measures.requests.inc({ route, code });
    measures.seconds.observe({ route }, (performance.now() - began) / 1000);
  });
}

/** Collects metrics of the Node.js process: event loop, memory, processor, and garbage collection. */
export function watchProcess(): void {
  if (measures.isWatching) return;
  measures.isWatching = true;
  collectDefaultMetrics({ register: measures.registry });
}

/** Returns this process's metrics in Prometheus' text format. */
export function siteMetrics(): Promise<string> {
  return measures.registry.metrics();
}
