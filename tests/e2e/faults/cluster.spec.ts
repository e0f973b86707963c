import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UPLOAD_MAX_BYTES } from "@/contract/project/uploads";
import { frontMissing } from "@/scripts/testing/proxy.mjs";
import { seedApplicants } from "@/tools/bench/lib/applicants.mjs";
import { beginLoad, lostOf } from "@/tools/bench/lib/load.mjs";
import { expect, test } from "../../support/browser/browser";
import { slowDown } from "../../support/browser/slow-line";
import { newAccount, signIn } from "../../support/browser/visitors";
import { heavyVideo, video } from "../../support/made-files/files";
import { applicationOf } from "../../support/people/application";
import { openCluster } from "../../support/servers/cluster";
import { canOpenOwnSite } from "../../support/servers/own-site";

/*
 * The tests run two instances of the build behind the reverse proxy. `npm run bench -- --only=cluster` measures the
 * same setup under load.
 */

test.skip(!canOpenOwnSite(), "needs a build to serve beside the site of this run");
test.skip(Boolean(frontMissing()), frontMissing() ?? "");
// The proxy's certificate is self-signed.
test.use({ ignoreHTTPSErrors: true });
// Run the tests one after the other, because they share the two instances.
test.describe.configure({ mode: "default" });

const SAVERS = 20;
const MEGABYTE = 1_000_000;
let cluster: Awaited<ReturnType<typeof openCluster>> | undefined;

test.beforeAll(async ({ language }) => {
  test.setTimeout(180_000);
  if (language === "it") cluster = await openCluster();
});
test.afterAll(() => cluster?.close());

test("an upload of 100 MB completes after its instance is killed half-way, and text is saved meanwhile", async ({
  page,
  path,
  t,
  allowConsole,
}, info) => {
  test.skip(!cluster, "one language is enough here");
  test.setTimeout(240_000);
  const { url, nodes, mailbox } = cluster!;
  allowConsole(/Failed to load resource|ERR_|404|50\d/);
  const app = applicationOf(page, t, (given) => url + path(given));
  await signIn(page, await newAccount({ siteUrl: nodes[0]!.url, mailbox }), url);
  await app.open("documents");
  const bytes = heavyVideo(UPLOAD_MAX_BYTES - video("clip.mp4").length);
  const file = info.outputPath("filo.mp4");
  writeFileSync(file, bytes);
  const atFullSpeed = await slowDown(page, 10 * MEGABYTE);
  await app.fileInput("video").setInputFiles(file);
  const holder = () => nodes.find((node) => node.held() > 30 * MEGABYTE);
  await expect.poll(holder, { timeout: 90_000, intervals: [50] }).toBeTruthy();
  const killed = holder()!;
  await killed.end("SIGKILL");
  await atFullSpeed();

  const done = app.upload("video").getByText(t("uploads.state.done"));
  await expect(done).toBeVisible({ timeout: 120_000 });
  const link = await app.upload("video").getByRole("link").getAttribute("href");
  const stored = await page.request.get(url + link);
  expect(Buffer.compare(await stored.body(), bytes)).toBe(0);
  await app.open("idea");
  await app.fillIdea();
  await killed.start();
});

test("a changed text appears on both instances after either of them gets the revalidation request", async () => {
  test.skip(!cluster, "one language is enough here");
  const { nodes, content, env } = cluster!;
  const slug = "numeri-per-chi-non-ama-i-numeri";
  const file = join(content, "it/courses", `${slug}.md`);
  const before = readFileSync(file, "utf8");
  const shown = (word: string) =>
    Promise.all(
      nodes.map(async ({ url }) =>
        (await (await fetch(`${url}/corso/${slug}`)).text()).includes(word),
      ),
    );
  for (const [index, { url }] of nodes.entries()) {
    const word = `novita-${index}`;
    await shown(word);
    writeFileSync(file, `${before}\n\n${word}\n`);
    expect(await shown(word)).toEqual([false, false]);
    const told = await fetch(`${url}/api/revalidate`, {
      method: "POST",
      headers: { Authorization: `Bearer ${env.REVALIDATE_SECRET}` },
      body: JSON.stringify({ tag: "content:courses" }),
    });
    expect(told.status).toBe(200);
    const both = { timeout: 5_000, intervals: [50] };
    await expect.poll(() => shown(word), both).toEqual([true, true]);
  }
});

test("replacing each instance under 20 saving and 12 reading clients loses no save and causes no error", async () => {
  test.skip(!cluster, "one language is enough here");
  test.setTimeout(240_000);
  const { client, env, front, nodes } = cluster!;
  const seeded = await seedApplicants(
    env as Record<"DATABASE_URL" | "TOKEN_SECRET", string>,
    SAVERS,
  );
  const people = seeded.map(({ userId, cookie }) => ({ userId, cookie: `__Host-${cookie}` }));
  const load = beginLoad(front, people);
  for (const node of nodes) {
    await node.end("SIGTERM");
    await node.start();
  }
  const { told, kept } = await load.end();
  expect(told.errors).toEqual({});
  expect(await lostOf(client, people, kept)).toEqual([]);
  expect(kept.filter(({ value }) => value === null)).toEqual([]);
  expect(told.read).toBeGreaterThan(SAVERS);
});
