import { Hono } from "hono";
import { endpoints } from "@/contract/api";
import { openApiDocument } from "@/contract/openapi";
import { readConfig } from "./config";
import { connect } from "./db/connect";
import type { Dependencies } from "./dependencies";
import { serveEvaluations } from "./evaluations/routes";
import { startHousekeeping } from "./housekeeping";
import { Failure } from "./http/failure";
import { logRequests, openLog, type RequestVariables } from "./http/log";
import { serveOn } from "./http/serve";
import { openTransport } from "./mail/transport";
import { startMailWorker } from "./mail/worker";
import { serveProject } from "./project/routes";
import { serveUsers } from "./users/routes";

export type Backend = { fetch: (request: Request) => Promise<Response> };

/** Assembles the back end. It only answers requests: listening and background work are outside. */
export function createBackend(deps: Dependencies): Backend {
  const app = new Hono<RequestVariables>({ strict: false });
  const { config, log } = deps;

  app.use(logRequests(log));

  app.notFound(() => new Failure("not_found").toResponse());
  app.onError((error, context) => {
    if (error instanceof Failure) return error.toResponse();
    context.get("log").error({ err: error }, "request failed");
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
  serveProject(serve);
  serveEvaluations(serve);
  return { fetch: async (request) => app.fetch(request) };
}

/**
 * The back end as it runs in production: reads the environment, opens the database, delivers mail
 * and keeps house in the background. Throws one readable error when the configuration is wrong. `close` ends it
 * without losing a mail under way.
 */
export function openBackend(env?: Record<string, string | undefined>) {
  const config = readConfig(env);
  const log = openLog(config);
  const { db, close: closeDatabase } = connect(config.DATABASE_URL);
  const worker = startMailWorker({
    databaseUrl: config.DATABASE_URL,
    send: openTransport(config),
    log,
  });
  const backend = createBackend({
    db,
    config,
    log,
    now: () => new Date(),
    wakeMail: worker.wake,
  });
  const stopHousekeeping = startHousekeeping(db, log);
  async function close(): Promise<void> {
    stopHousekeeping();
    await worker.stop();
    await closeDatabase();
  }
  return { backend, close };
}
