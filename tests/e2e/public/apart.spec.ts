import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anyPort } from "@/scripts/processes/ports.mjs";
import { openTestRun, serveTestSite } from "@/scripts/testing/test-stack.mjs";
import { expect, test } from "../../support/browser/browser";
import { revalidation } from "../../support/content";
import { newApplicant } from "../../support/people/applicant";
import { hasBuild } from "../../support/servers/second-site";

/* Serves the build under test as a site with a separate back-end process. Both use the database of this test run. */

test.skip(({ language }) => language === "en" || !hasBuild);

const TOKEN = "a-token-of-the-tests-that-is-long-enough";
const SLUG = "numeri-per-chi-non-ama-i-numeri";

test("a site and a separate back end serve applications, health, metrics and changed pages, and stop cleanly", async ({
  request,
}) => {
  test.setTimeout(120_000);
  const run = await openTestRun();
  try {
    const [port, backendPort] = [await anyPort(), await anyPort()];
    const url = `http://localhost:${port}`;
    const backendUrl = `http://127.0.0.1:${backendPort}`;
    const content = join(run.folder, "content");
    cpSync(process.env.CONTENT_DIR ?? "content", content, { recursive: true });
    const env = { ...process.env, SITE_URL: url, METRICS_TOKEN: TOKEN };
    const served = { env, content, port, release: async () => {}, backendPort };
    const site = await serveTestSite(run, served as unknown as Parameters<typeof serveTestSite>[1]);

    await test.step("an applicant registers, saves, uploads and sends through the gateway", async () => {
      const { api } = await newApplicant("sent", "Filò a due processi", { siteUrl: url });
      expect(await (await api("GET")).json()).toMatchObject({
        project: { nome: "Filò a due processi" },
      });
    });

    await test.step("the back end refuses requests without the key, with any claimed address", async () => {
      const headers = { "X-Forwarded-For": "10.1.2.3" };
      for (const path of ["/wp-json/", "/wp-json/wp/v2/users/me/", "/invalidations"])
        expect((await request.get(backendUrl + path, { headers })).status(), path).toBe(403);
    });

    await test.step("failed sign-ins are limited by the client's address, not by the site's", async () => {
      const guess = (address: string) =>
        request.post(`${url}/wp-json/wp/v2/users/login`, {
          headers: { "X-Forwarded-For": address },
          data: { email: `${crypto.randomUUID()}@example.org`, password: "sbagliata-di-sicuro" },
        });
      // The back end allows 100 failed sign-ins for each client address, so it refuses only the last of these 101.
      const answers = await Promise.all(Array.from({ length: 101 }, () => guess("10.9.8.7")));
      expect(answers.filter((answer) => answer.status() === 429)).toHaveLength(1);
      expect((await guess("10.9.8.6")).status()).toBe(401);
    });

    await test.step("site and back end report health and metrics", async () => {
      for (const address of [`${url}/api/health`, `${backendUrl}/health`])
        expect(await (await request.get(address)).json(), address).toMatchObject({
          database: "up",
          disk: "up",
        });
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const told = await Promise.all(
        [`${url}/api/metrics`, `${backendUrl}/metrics`].map(async (address) =>
          (await request.get(address, { headers })).text(),
        ),
      );
      expect(told[0]).toContain("slancio_http_requests_total");
      expect(told[0]).not.toContain("slancio_endpoint_requests_total");
      expect(told[1]).toContain('slancio_endpoint_requests_total{endpoint="saveProject"');
      expect(told[1]).toContain("nodejs_eventloop_lag_p99_seconds");
      expect((await request.get(`${backendUrl}/metrics`)).status()).toBe(404);
    });

    await test.step("a changed text appears on the page after either instance gets the revalidation request", async () => {
      const file = join(content, "it/courses", `${SLUG}.md`);
      const before = readFileSync(file, "utf8");
      const shown = async () => (await request.get(`${url}/corso/${SLUG}`)).text();
      for (const asked of [url, process.env.E2E_BASE_URL]) {
        const word = `novita-${crypto.randomUUID()}`;
        expect(await shown()).not.toContain(word);
        writeFileSync(file, `${before}\n\n${word}\n`);
        const answer = await request.post(
          `${asked}/api/revalidate`,
          revalidation("content:courses"),
        );
        expect(answer.status()).toBe(200);
        await expect.poll(shown, { timeout: 10_000, intervals: [50] }).toContain(word);
      }
    });

    await test.step("site and back end stop on request", async () => {
      await site.stop();
      await site.backend?.stop();
      expect(await site.backend?.exited).toBe(0);
      expect(await site.exited).toBe(143);
    });
  } finally {
    await run.close();
  }
});
