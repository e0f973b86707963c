import { createRequire } from "node:module";
import { expect, test } from "../../support/browser/browser";
import { openCollector } from "../../support/servers/collector";
import { hasBuild, startSecondSite } from "../../support/servers/second-site";

const SECRET = "of-somebody-alone";

function areInstalled(): boolean {
  const { resolve } = createRequire(import.meta.url);
  try {
    resolve("@opentelemetry/exporter-trace-otlp-http");
    resolve("@opentelemetry/sdk-trace-node");
    return true;
  } catch {
    return false;
  }
}

test("a trace collector gets named HTTP spans without the query of any URL", async ({
  page,
  path,
  language,
}) => {
  test.skip(!hasBuild || language !== "it", "needs a site of its own; one language will do");
  test.skip(
    !areInstalled(),
    "needs the packages for traces (docs/operating.md, “Metrics and logs”)",
  );
  test.setTimeout(180_000);
  const collector = await openCollector();
  const site = await startSecondSite({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: "prova",
  });
  try {
    await page.goto(`${site.url}${path("/registration/confirm")}?token=${SECRET}`);
    await page.request.get(`${site.url}/wp-json/wp/v2/users/me/?token=${SECRET}`);
    await expect
      .poll(() => collector.spans.map(({ name }) => name), { timeout: 30_000 })
      .toContainEqual(expect.stringMatching(/^GET \/.*registration\/confirm/));
    // Wait for the second request's span, because the site sends spans in batches.
    const answers = () => collector.spans.map(({ attributes }) => attributes["http.status_code"]);
    await expect.poll(answers, { timeout: 30_000 }).toContain(401);
    expect(new Set(collector.spans.map(({ service }) => service))).toEqual(new Set(["prova"]));
    expect(collector.received()).not.toContain(SECRET);
  } finally {
    await site.stop();
    collector.close();
  }
});
