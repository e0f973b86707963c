import {
  type PreviewLinksRequest,
  type StoredLink,
  storedLinks,
} from "@/contract/content/preview-links";
import { INVALIDATIONS_PATH, PREVIEW_LINKS_PATH, SITE_KEY_HEADER } from "@/contract/peer";
import { config } from "../config";
import { perProcess } from "../per-process";
import { fetchWhole, fetchWithin } from "./fetch-within";

/*
 * The only connection to the back end. Callers pass a standard Request whose URL starts with `backendBase`, and cannot
 * see whether this process or another server answers.
 */

type BackendModule = typeof import("@/backend/app");
type Opened = Promise<ReturnType<BackendModule["openBackend"]>>;

const shared = perProcess<{ opened?: Opened; load?: () => Promise<BackendModule> }>(
  "backend",
  () => ({}),
);

/**
 * Registers the function that loads the embedded back end in this process. Only the bundle of Next's instrumentation
 * file contains the back end. A copy in each of Next's other bundles would cost build time and memory.
 */
export function provideBackend(load: () => Promise<BackendModule>): void {
  shared.load = load;
}

/** Prefix of every URL passed to `send`. The prefix ends in /wp-json/. */
export const backendBase = `${config.backendUrl ?? config.siteUrl}/wp-json/`;

/** True if the back end runs in this process. */
export const embedded = config.backendUrl === null;

/** Returns the configuration problems of the embedded back end. A separate back end checks its own variables. */
export async function backendProblems(): Promise<readonly string[]> {
  if (!embedded) return [];
  const { configProblems } = await import("@/backend/config");
  return configProblems();
}

/**
 * Returns warnings about suspicious variables of the embedded back end. Call this function only if there are no
 * configuration problems.
 */
export async function backendWarnings(): Promise<readonly string[]> {
  if (!embedded) return [];
  const { configWarnings, readConfig } = await import("@/backend/config");
  return configWarnings(readConfig());
}

/** Timeout in milliseconds for requests that check a file. The contract allows 30 seconds for a check. */
const CHECK_TIMEOUT = 35_000;

/**
 * Sends a request to the back end. Throws if the back end cannot be reached, or if a separate back end starts no
 * response within WP_API_TIMEOUT.
 */
export async function send(request: Request): Promise<Response> {
  if (!embedded) {
    showKey(request, config.backendUrl);
    const checks = request.headers.has("tus-resumable");
    const { backendTimeout } = config;
    return fetchWithin(request, checks ? Math.max(CHECK_TIMEOUT, backendTimeout) : backendTimeout);
  }
  const { backend } = await openEmbedded();
  return backend.fetch(request);
}

/** Adds BACKEND_SECRET to a request, only if the request goes to the back end's host. */
function showKey({ headers }: Request, to: string | null): void {
  if (config.backendSecret && to === config.backendUrl)
    headers.set(SITE_KEY_HEADER, config.backendSecret);
}

type ContentBackend = ReturnType<typeof import("@/backend/content/open-content").openContent>;
let content: Promise<ContentBackend> | undefined;

/** Prefix of every URL passed to `sendContent`. The prefix ends in /wp-json/. */
export const contentBase = `${config.content.url ?? config.siteUrl}/wp-json/`;

/**
 * Sends a request for content. Works during a build, because the embedded content needs no database. Throws if a
 * separate WordPress does not complete its response within CONTENT_TIMEOUT.
 *
 * @param most the maximum number of bytes to read from a separate WordPress
 */
export async function sendContent(request: Request, most?: number): Promise<Response> {
  if (config.content.url !== null) {
    showKey(request, config.content.url);
    return fetchWhole(request, config.content.timeout, most);
  }
  content ??= import("@/backend/content/open-content").then(({ openContent }) =>
    openContent({
      CONTENT_DIR: config.content.folder,
      CONTENT_CREDENTIALS: config.content.credentials,
      building: config.building,
    }),
  );
  return (await content).fetch(request);
}

/** Opens the embedded back end once per process. After a failed attempt, the next call tries again. */
export function openEmbedded(): Opened {
  // Fail during a build, because a build has no database. Otherwise a page that needs the database would be prerendered
  // with wrong data.
  if (config.building) return Promise.reject(new Error("no back end while building"));
  shared.opened ??= open();
  return shared.opened;
}

/** Throws if the embedded back end cannot use its database. */
export async function requireReady(): Promise<void> {
  await (await openEmbedded()).requireReady();
}

/**
 * Publishes the invalidation of a cache tag to every instance of the site. Does nothing with a separate back end if
 * BACKEND_SECRET is not set.
 */
export async function publishToOtherInstances(tag: string): Promise<void> {
  if (embedded) return (await openEmbedded()).publishInvalidation(tag);
  if (!config.backendSecret) return;
  const url = `${config.backendUrl}/${INVALIDATIONS_PATH}`;
  const answer = await send(new Request(url, { method: "POST", body: tag }));
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
}

/**
 * Stores, lists, revokes, or finds preview links in the back end. Throws if the back end does not answer. Without
 * BACKEND_SECRET, a separate back end stores no links.
 */
export async function askPreviewLinks(asked: PreviewLinksRequest): Promise<StoredLink[]> {
  if (embedded) return (await openEmbedded()).previewLinks(asked);
  if (!config.backendSecret) throw new Error("this back end stores no preview links");
  const url = `${config.backendUrl}/${PREVIEW_LINKS_PATH}`;
  const answer = await send(new Request(url, { method: "POST", body: JSON.stringify(asked) }));
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return storedLinks.parse(await answer.json());
}

/**
 * Calls `refresh` for every invalidation of pages until the back end closes. Resolves once the invalidations from
 * before this call are processed. A separate back end calls POST /api/revalidate instead.
 */
export async function followInvalidationsOfBackend(
  refresh: (tags: readonly string[]) => Promise<void>,
) {
  if (embedded) await (await openEmbedded()).followInvalidations(refresh);
}

async function open() {
  try {
    if (!shared.load) throw new Error("this process has no back end");
    const { openBackend } = await shared.load();
    return openBackend();
  } catch (error) {
    shared.opened = undefined;
    throw error;
  }
}

/**
 * Returns the embedded back end's Prometheus metrics. Returns an empty text for a separate back end, or if the back end
 * could not open.
 */
export async function embeddedMetrics(): Promise<string> {
  if (!embedded) return "";
  return openEmbedded().then(
    ({ metrics }) => metrics(),
    () => "",
  );
}

/** Closes the embedded back end if it is open: finishes running work and closes connections. */
export async function closeEmbedded(): Promise<void> {
  const opened = shared.opened;
  shared.opened = undefined;
  await (await opened)?.close();
}
