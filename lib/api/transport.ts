import { config } from "../config";
import { perProcess } from "../per-process";
import { fetchWhole, fetchWithin } from "./fetch-within";

/*
 * The one way to the back end. Callers pass a standard Request whose URL
 * starts with `backendBase`, and cannot tell whether it is answered in this process or elsewhere.
 */

type Opened = Promise<ReturnType<typeof import("@/backend/app").openBackend>>;

const shared = perProcess<{ opened?: Opened }>("backend", () => ({}));

/** The prefix of every URL passed to `send`; ends in /wp-json/. */
export const backendBase = `${config.backendUrl ?? config.siteUrl}/wp-json/`;

/** True when the back end runs in this process. */
export const embedded = config.backendUrl === null;

/** What is wrong with the embedded back end's variables; a separate one knows its own. */
export async function backendProblems(): Promise<readonly string[]> {
  if (!embedded) return [];
  const { configProblems } = await import("@/backend/config");
  return configProblems();
}

/** What the embedded back end's variables hardly mean; asked for only when none is wrong. */
export async function backendWarnings(): Promise<readonly string[]> {
  if (!embedded) return [];
  const { configWarnings, readConfig } = await import("@/backend/config");
  return configWarnings(readConfig());
}

/** The contract allows a file check 30 s; one that takes all of it does not mean a hung back end. */
const CHECK_TIMEOUT = 35_000;

/**
 * Sends a request to the back end. Throws when it cannot be reached, a separate one also when it starts
 * no response within its timeout (WP_API_TIMEOUT).
 */
export async function send(request: Request): Promise<Response> {
  if (!embedded) {
    const checks = request.headers.has("tus-resumable");
    const { backendTimeout } = config;
    return fetchWithin(request, checks ? Math.max(CHECK_TIMEOUT, backendTimeout) : backendTimeout);
  }
  const { backend } = await openEmbedded();
  return backend.fetch(request);
}

type ContentBackend = ReturnType<typeof import("@/backend/app").openContent>;
let content: Promise<ContentBackend> | undefined;

/** The prefix of every URL passed to `sendContent`; ends in /wp-json/. */
export const contentBase = `${config.content.url ?? config.siteUrl}/wp-json/`;

/**
 * Sends a request for content, at build time too: the embedded content needs no database.
 * Throws when a separate WordPress does not give its whole answer within its timeout (CONTENT_TIMEOUT).
 *
 * @param most bytes that are read of a separate WordPress's answer
 */
export async function sendContent(request: Request, most?: number): Promise<Response> {
  if (config.content.url !== null) return fetchWhole(request, config.content.timeout, most);
  content ??= import("@/backend/app").then(({ openContent }) =>
    openContent({
      CONTENT_DIR: config.content.folder,
      CONTENT_CREDENTIALS: config.content.credentials,
    }),
  );
  return (await content).fetch(request);
}

/** Opens the embedded back end once per process; after a failure the next call tries again. */
export function openEmbedded(): Opened {
  // A build has no database, and a page that used one would be prerendered with its answer.
  if (config.building) return Promise.reject(new Error("no back end while building"));
  shared.opened ??= open();
  return shared.opened;
}

/** Throws while the embedded back end's database cannot be used. */
export async function requireReady(): Promise<void> {
  await (await openEmbedded()).requireReady();
}

/** Tells every node that pages under a tag are old; a separate back end has no way to. */
export async function tellOtherNodes(tag: string): Promise<void> {
  if (embedded) await (await openEmbedded()).tellNodes(tag);
}

/** Calls `refresh` for what any node is told, from now on. Resolves once it has caught up. */
export async function followTold(refresh: (tags: readonly string[]) => Promise<void>) {
  if (embedded) await (await openEmbedded()).followRefreshes(refresh);
}

async function open() {
  try {
    const { openBackend } = await import("@/backend/app");
    return openBackend();
  } catch (error) {
    shared.opened = undefined;
    throw error;
  }
}

/** What the embedded back end tells Prometheus; nothing while it is separate, or could not open. */
export async function embeddedMetrics(): Promise<string> {
  if (!embedded) return "";
  return openEmbedded().then(
    ({ metrics }) => metrics(),
    () => "",
  );
}

/** Closes the embedded back end, if it was opened: running work finishes, connections close. */
export async function closeEmbedded(): Promise<void> {
  const opened = shared.opened;
  shared.opened = undefined;
  await (await opened)?.close();
}
