import { expect, test } from "../../support/browser/browser";
import { openReady } from "../../support/browser/pages";

/** Returns the value of one metric series from the text of the metrics page. */
function told(text: string, series: string): number {
  const line = text.split("\n").find((line) => line.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
}

test("metrics on this machine count visitors' requests by route pattern and status", async ({
  request,
}) => {
  const ask = async () => (await request.get("/api/metrics")).text();
  const page = 'slancio_http_requests_total{route="/storie/*",code="404"}';
  const endpoint = 'slancio_endpoint_requests_total{endpoint="getMe",code="401"}';
  const before = await ask();
  expect((await request.get("/storie/una-che-non-esiste?chi=qualcuno")).status()).toBe(404);
  expect((await request.get("/wp-json/wp/v2/users/me/")).status()).toBe(401);
  await expect
    .poll(async () => told(await ask(), page) - told(before, page))
    .toBeGreaterThanOrEqual(1);
  const after = await ask();
  expect(told(after, endpoint) - told(before, endpoint)).toBeGreaterThanOrEqual(1);
  expect(told(after, "slancio_database_up")).toBe(1);
  expect(told(after, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
  expect(told(after, "slancio_deadline_seconds")).toBeGreaterThan(0);
  expect(after).not.toContain("una-che-non-esiste");
  expect(after).not.toContain("qualcuno");
});

test("metrics are a 404 for a request through a proxy", async ({ request }) => {
  const answer = await request.get("/api/metrics", {
    headers: { "X-Forwarded-For": "127.0.0.1" },
  });
  expect(answer.status()).toBe(404);
  expect(await answer.text()).not.toContain("slancio_");
  const forged = await request.get("/api/metrics", {
    headers: { "X-Forwarded-For": "192.0.2.1", "X-Peer": "127.0.0.1" },
  });
  expect(forged.status()).toBe(404);
});

test("a visitor's browser reports how fast a page was when the visitor leaves it", async ({
  page,
  path,
  request,
}) => {
  const count = async (figure: string) =>
    told(
      await (await request.get("/api/metrics")).text(),
      `slancio_page_${figure}_count{route="/academy"}`,
    );
  const before = { lcp: await count("lcp_seconds"), inp: await count("inp_seconds") };
  // The library can load after the page is ready, so a visit can be too short for a report.
  await expect(async () => {
    await openReady(page, path("/academy"));
    await page.keyboard.press("Tab");
    await openReady(page, path("/chi-siamo"));
    expect(await count("lcp_seconds")).toBeGreaterThan(before.lcp);
    expect(await count("inp_seconds")).toBeGreaterThan(before.inp);
  }).toPass({ timeout: 30_000 });
});
