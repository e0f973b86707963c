import { expect, test } from "vitest";
import { siteMetrics } from "../telemetry/site-metrics";
import { recordPageFigures } from "./page-figures";

const SITE = { siteUrl: "https://slancio.example", acceptOwnHost: false, pageFiguresShare: 0.1 };
const OWN = { "Sec-Fetch-Site": "same-origin" };

async function report(body: unknown, headers: Record<string, string> = OWN, site = SITE) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request("https://slancio.example/api/page-figures", {
    method: "POST",
    headers,
    body: text,
  });
  return (await recordPageFigures(request, site)).status;
}

/** Returns the value of one series of the metrics, or undefined if it does not exist. */
async function seriesValue(series: string) {
  const line = (await siteMetrics()).split("\n").find((one) => one.startsWith(`${series} `));
  return line && Number(line.slice(series.length));
}

/**
 * Returns the metric series that browsers' reports change. Omits all other series, because they change between two
 * calls.
 */
const pageSeries = async () => (await siteMetrics()).match(/^slancio_page_.*$/gm);

test("a report counts its figures in seconds, for the pattern of its page", async () => {
  expect(await report({ path: "/en/storie/cartavoce", LCP: 1800, INP: 120, CLS: 0.03 })).toBe(204);
  expect(await report({ path: "/storie/altra", LCP: 3100 })).toBe(204);
  const label = '{route="/storie/*"}';
  expect(await seriesValue(`slancio_page_lcp_seconds_count${label}`)).toBe(2);
  expect(await seriesValue(`slancio_page_lcp_seconds_sum${label}`)).toBeCloseTo(4.9);
  expect(await seriesValue('slancio_page_lcp_seconds_bucket{le="2.5",route="/storie/*"}')).toBe(1);
  expect(await seriesValue(`slancio_page_inp_seconds_sum${label}`)).toBeCloseTo(0.12);
  expect(await seriesValue(`slancio_page_cls_count${label}`)).toBe(1);
});

test("an invented path adds no series of its own", async () => {
  for (const path of ["/nessuna/pagina", "/%ff", "/en/nessuna?utente=ada@example.org"])
    expect(await report({ path, CLS: 0 })).toBe(204);
  expect(await seriesValue('slancio_page_cls_count{route="other"}')).toBe(3);
  expect(await siteMetrics()).not.toContain("ada@example.org");
});

test.each([
  ["another site's report", { path: "/", LCP: 1 }, { "Sec-Fetch-Site": "cross-site" }, 403],
  ["a report without an origin", { path: "/", LCP: 1 }, {}, 403],
  ["a text that is not JSON", "{", OWN, 422],
  ["a path of another host", { path: "https://evil.example/", LCP: 1 }, OWN, 422],
  ["a negative figure", { path: "/", LCP: -1 }, OWN, 422],
  ["an impossible figure", { path: "/", CLS: 1e9 }, OWN, 422],
  ["a figure that is not a number", { path: "/", INP: "9" }, OWN, 422],
  ["a large body", { path: "/", more: "x".repeat(3_000) }, OWN, 413],
])("%s is refused and not counted", async (_name, body, headers, status) => {
  const before = await pageSeries();
  expect(await report(body, headers as Record<string, string>)).toBe(status);
  expect(await pageSeries()).toEqual(before);
});

test("with a share of 0, no report is accepted", async () => {
  expect(await report({ path: "/", LCP: 1 }, OWN, { ...SITE, pageFiguresShare: 0 })).toBe(404);
});
