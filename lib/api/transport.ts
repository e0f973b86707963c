import { config } from "../config";

/*
 * The one door to the back end. Whoever speaks to it hands over a standard Request whose address
 * begins with `backendBase`, and cannot tell whether it is answered in this process or elsewhere.
 */

type Opened = Promise<ReturnType<typeof import("@/backend/app").openBackend>>;

// On globalThis: Next bundles pages, handlers and instrumentation apart, and they share one back end.
const OPENED: unique symbol = Symbol.for("slancio.backend") as never;
const shared: { [OPENED]?: Opened | undefined } = globalThis as never;

/** What every address handed to `send` begins with; ends in /wp-json/. */
export const backendBase = `${config.backendUrl ?? config.siteUrl}/wp-json/`;

/** True when the back end runs in this process. */
export const embedded = config.backendUrl === null;

/** What is wrong with the embedded back end's variables; a separate one knows its own. */
export async function backendProblems(): Promise<string[]> {
  if (!embedded) return [];
  const { configProblems } = await import("@/backend/config");
  return configProblems();
}

/** Answers a request by the back end. Throws when it cannot be reached. */
export async function send(request: Request): Promise<Response> {
  if (!embedded) return fetch(request, { redirect: "manual", cache: "no-store" });
  const { backend } = await openEmbedded();
  return backend.fetch(request);
}

type ContentBackend = ReturnType<typeof import("@/backend/app").openContent>;
let content: Promise<ContentBackend> | undefined;

/** What every address handed to `sendContent` begins with; ends in /wp-json/. */
export const contentBase = `${config.content.url ?? config.siteUrl}/wp-json/`;

/**
 * Answers a request for content, at build time too: the embedded content needs no database.
 * Throws when a separate WordPress cannot be reached within its time (CONTENT_TIMEOUT).
 */
export async function sendContent(request: Request): Promise<Response> {
  if (config.content.url !== null) {
    return fetch(request, {
      cache: "no-store",
      signal: AbortSignal.timeout(config.content.timeout),
    });
  }
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
  // A build has no database, and a page that asked for one would be frozen with its answer.
  if (config.building) return Promise.reject(new Error("no back end while building"));
  shared[OPENED] ??= open();
  return shared[OPENED];
}

async function open() {
  try {
    const { openBackend } = await import("@/backend/app");
    return openBackend();
  } catch (error) {
    shared[OPENED] = undefined;
    throw error;
  }
}

/** Ends the embedded back end, if it was opened: running work finishes, connections close. */
export async function closeEmbedded(): Promise<void> {
  const opened = shared[OPENED];
  shared[OPENED] = undefined;
  await (await opened)?.close();
}
