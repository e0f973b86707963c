// Lighthouse's four scores of the home pages on a phone: `--lighthouse-runs=5` for a steadier median.
import { lighthouse, median } from "../launcher/measures.mjs";
import { table } from "../launcher/report.mjs";

const runs = Number(/--lighthouse-runs=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 1);

export async function measure({ site, chromium }) {
  const { siteUrl } = await site();
  const rows = [];
  for (const path of ["/", "/en"]) {
    const scores = [];
    for (let index = 0; index < runs; index++) {
      const told = await lighthouse(siteUrl + path, await chromium());
      if (!told) {
        console.log("Lighthouse was not measured: npx could not bring or run it here.");
        return;
      }
      scores.push(told);
    }
    rows.push([
      path,
      ...[0, 1, 2, 3].map((index) => String(median(scores.map((each) => each[index])))),
    ]);
  }
  console.log(`Lighthouse, mobile, median of ${runs}`);
  console.log(table([["page", "performance", "accessibility", "best practices", "SEO"], ...rows]));
}
