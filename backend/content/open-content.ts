import type { Places } from "@/contract/evaluation/funnel";
import type { BackendConfig } from "../config";
import { Failure } from "../http/failure";
import { followLibrary, type Library } from "./library";
import { openMedia } from "./media/files";
import { contentApp } from "./routes";

/**
 * Returns the dependencies of the content endpoints, such as the content library, the pictures, and the credentials for
 * drafts.
 */
export function contentDependencies(
  config: Pick<BackendConfig, "CONTENT_DIR" | "CONTENT_CREDENTIALS">,
  now: () => Date,
  complain: (error: unknown) => void,
  places: () => Promise<Readonly<Places> | undefined> = async () => undefined,
  strict = false,
) {
  let library: Library | undefined;
  return {
    now,
    places,
    credentials: config.CONTENT_CREDENTIALS ?? null,
    media: openMedia(config.CONTENT_DIR, complain),
    // Opens the content library on first use, so that commands and tests without content do not read its files.
    library: (...place: Parameters<Library>) => {
      library ??= followLibrary(config.CONTENT_DIR, complain, { strict });
      return library(...place);
    },
  };
}

/**
 * Opens only the content library, which needs no database. `next build` uses the library to prerender public pages.
 *
 * @param building if true, an invalid file is an error, so that a build stops instead of losing a page
 */
export function openContent({
  building = false,
  ...config
}: {
  CONTENT_DIR?: string;
  CONTENT_CREDENTIALS?: string;
  building?: boolean;
}): { fetch: (request: Request) => Promise<Response> } {
  const now = () => new Date();
  const settings = { CONTENT_DIR: "content", ...config };
  const app = contentApp(contentDependencies(settings, now, console.error, undefined, building));
  app.notFound(() => new Failure("not_found").toResponse());
  app.onError((error) => {
    if (error instanceof Failure) return error.toResponse();
    throw error;
  });
  return { fetch: async (request) => app.fetch(request) };
}
