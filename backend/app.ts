import { Hono } from "hono";
import { endpoints } from "@/contract/api";
import { openApiDocument } from "@/contract/openapi";
import type { Dependencies } from "./dependencies";
import { serveEvaluations } from "./evaluations/routes";
import { Failure } from "./http/failure";
import { serveOn } from "./http/serve";
import { serveProject } from "./project/routes";
import { serveUsers } from "./users/routes";

export type Backend = { fetch: (request: Request) => Promise<Response> };

/** Assembles the back end. It only answers requests: listening and background work are outside. */
export function createBackend(deps: Dependencies): Backend {
  const app = new Hono({ strict: false });
  const { config, log } = deps;

  app.notFound(() => new Failure("not_found").toResponse());
  app.onError((error) => {
    if (error instanceof Failure) return error.toResponse();
    log.error({ err: error }, "request failed");
    // The database, the disk or we ourselves failed: never the caller's fault, so try again later.
    return new Failure("unavailable", { retryAfter: 5 }).toResponse();
  });

  app.get("/wp-json", () =>
    Response.json({
      name: config.PROGRAMME_NAME,
      description: "",
      url: config.SITE_URL,
      namespaces: ["wp/v2"],
      routes: Object.fromEntries(
        endpoints.map(({ path, method }) => [`/${path}`, { methods: [method] }]),
      ),
    }),
  );
  app.get("/wp-json/openapi.json", () =>
    Response.json(
      openApiDocument(endpoints, {
        title: config.PROGRAMME_NAME,
        version: "1",
        baseUrl: `${config.SITE_URL}/wp-json`,
      }),
    ),
  );

  const serve = serveOn(app, deps);
  serveUsers(serve);
  serveProject(serve, deps);
  serveEvaluations(serve);
  return { fetch: async (request) => app.fetch(request) };
}
