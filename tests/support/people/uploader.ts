import { pdf, video } from "../made-files/files";
import { tusClient } from "../made-files/tus";
import { testBackend } from "../servers/backend";

export const FILES = "wp/v2/project/files";

/**
 * Creates a back end with an open edition. Returns it with functions that upload and download files as an applicant
 * does.
 */
export async function uploadBench() {
  const bench = await testBackend();
  const { api } = bench;
  await bench.makeEdition();
  const deck = await pdf();

  const read = async (token: string) => (await api("GET", "wp/v2/project", { token })).json;
  const pitch = (bytes = deck) => ({ field: "pitch", name: "Filò – pitch.pdf", bytes });
  const clip = () => ({ field: "video", name: "filo.mp4", bytes: video("clip.mp4") });

  async function bytesOf(token: string, id: string, headers = {}) {
    const answer = await api("GET", `${FILES}/${id}`, { token, headers });
    return { ...answer, bytes: Buffer.from(await answer.response.arrayBuffer()) };
  }
  return { ...bench, ...tusClient(api), deck, read, pitch, clip, bytesOf };
}
