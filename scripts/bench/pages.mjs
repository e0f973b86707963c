// @ts-check
// How many public pages a second one process answers.
import { pagesPerSecond } from "./lib/measures.mjs";

/** @param {import("./lib/measures.mjs").Bench} bench */
export async function measure({ site }) {
  const { siteUrl } = await site();
  console.log("Pages per second (16 connections, one process)");
  for (const path of ["/", "/en"]) {
    const { rate, failures } = await pagesPerSecond(siteUrl + path);
    console.log(`  ${path}: ${rate} (${failures} failures)`);
  }
}
