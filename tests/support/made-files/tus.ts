import type { ErrorBody } from "@/contract/errors";

type Answer = { status: number; headers: Headers; json: ErrorBody };
type Api = (
  method: string,
  path: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> },
) => Promise<Answer>;

export const TUS = { "Tus-Resumable": "1.0.0" };

type Sent = { field: string; name: string; bytes: Buffer };

/** Returns the `Upload-Metadata` header of a tus upload. */
export function metadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
}

/**
 * Creates a tus client with a separate function for each step, so that a test can stop the upload between two steps.
 */
export function tusClient(api: Api) {
  async function create(token: string, { field, name, bytes }: Sent, headers = {}) {
    const answer = await api("POST", "wp/v2/project/files", {
      token,
      headers: {
        ...TUS,
        "Upload-Length": String(bytes.length),
        "Upload-Metadata": metadata({ field, filename: name, filetype: "text/html" }),
        ...headers,
      },
    });
    const location = answer.headers.get("location") ?? "";
    return { ...answer, location, id: location.split("/").at(-1) ?? "" };
  }

  function append(token: string, id: string, offset: number, chunk: Buffer, headers = {}) {
    return api("PATCH", `wp/v2/project/files/${id}`, {
      token,
      body: chunk,
      headers: {
        ...TUS,
        "Upload-Offset": String(offset),
        "Content-Type": "application/offset+octet-stream",
        "Content-Length": String(chunk.length),
        ...headers,
      },
    });
  }

  function head(token: string, id: string) {
    return api("HEAD", `wp/v2/project/files/${id}`, { token, headers: TUS });
  }

  /** Uploads a file in one request. Returns the last response and the upload's id. */
  async function upload(token: string, sent: Sent) {
    const created = await create(token, sent);
    if (created.status !== 201) return { ...created, id: "" };
    return { ...(await append(token, created.id, 0, sent.bytes)), id: created.id };
  }

  return { create, append, head, upload };
}
