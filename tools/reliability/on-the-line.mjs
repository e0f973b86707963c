// @ts-check
// Simulates a user on a slow connection, in a separate network. Uploads a video with the real tus client and saves at
// the same time. Prints the data that the server confirmed.
import { readFileSync } from "node:fs";
import { Upload } from "tus-js-client";
import { callAs } from "../bench/lib/applicants.mjs";
import { PIECE } from "../bench/lib/writers.mjs";

const [url = "", host = "", cookie = "", file = ""] = process.argv.slice(2);
const bytes = readFileSync(file);
const person = { cookie };
const BETWEEN_MS = 2_000;
let isOver = false;

/**
 * Uploads the video with the real tus client.
 *
 * @returns {Promise<string | undefined>} the id of the file
 */
function upload() {
  return new Promise((resolve, reject) => {
    const sent = new Upload(bytes, {
      endpoint: `${url}/wp-json/wp/v2/project/files`,
      chunkSize: PIECE,
      // Each successful chunk resets the number of retries, because the connection is cut repeatedly during the upload.
      retryDelays: Array.from({ length: 20 }, () => 1_000),
      metadata: { field: "video", filename: "clip.mp4" },
      headers: { Host: host, Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
      onSuccess: () => resolve(sent.url?.split("/").at(-1)),
      onError: reject,
    });
    sent.start();
  });
}

/**
 * Saves repeatedly until the upload is complete. Returns the last confirmed text, and the numbers of successful and
 * failed saves.
 */
async function save() {
  const headers = { Host: host };
  let [acked, saves, breaks] = ["", 0, 0];
  for (let n = 1; !isOver; n++) {
    const nome = `Filò ${n}`;
    // Omit the If-Match header, because completing the upload also increases the application's version.
    const { status } = await callAs(url, "POST", "project", person, { body: { nome }, headers });
    if (status === 200) [acked, saves] = [nome, saves + 1];
    else breaks += 1;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
  return { acked, saves, breaks };
}

const saving = save();
const id = await upload().finally(() => {
  isOver = true;
});
console.log(JSON.stringify({ id, ...(await saving) }));
process.exit(0);
