import { Hono } from "hono";
import { endpoints } from "@/contract/api";
import { openApiDocument } from "@/contract/openapi";
import { type BackendConfig, readConfig } from "./config";
import { followLibrary, type Library } from "./content/library";
import { contentApp } from "./content/routes";
import { connect } from "./db/connect";
import type { Dependencies } from "./dependencies";
import { queueEvaluationReminders } from "./evaluations/reminders";
import { serveEvaluations } from "./evaluations/routes";
import { serveFiles } from "./files/routes";
import { serveForms } from "./forms/routes";
import { startHousekeeping } from "./housekeeping";
import { Failure } from "./http/failure";
import { createHealth } from "./http/health";
import { logRequests, openLog, type RequestVariables } from "./http/log";
import { serveOn } from "./http/serve";
import { openTransport } from "./mail/transport";
import { startMailWorker } from "./mail/worker";
import { findCurrentEdition } from "./project/edition";
import { queueReminders, startReminders } from "./project/reminders";
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

  app.get("/wp-json", async () => {
    // Public pages count down to its end; there may be none yet.
    const edition = await findCurrentEdition(deps.db, deps.now());
    return Response.json({
      name: config.PROGRAMME_NAME,
      description: "",
      url: config.SITE_URL,
      namespaces: ["wp/v2"],
      routes: Object.fromEntries(
        [...Map.groupBy(endpoints, ({ path }) => `/${path}`)].map(([path, alike]) => [
          path,
          { methods: alike.map(({ method }) => method) },
        ]),
      ),
      edition: edition
        ? {
            year: edition.year,
            opensAt: edition.opensAt.toISOString(),
            closesAt: edition.closesAt.toISOString(),
            evaluationOpensAt: edition.evaluationOpensAt?.toISOString() ?? null,
            evaluationClosesAt: edition.evaluationClosesAt?.toISOString() ?? null,
            awardedAt: edition.awardedAt?.toISOString() ?? null,
          }
        : null,
    });
  });
  app.get("/wp-json/health", createHealth(deps));
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
  serveUsers(serve, deps);
  serveProject(serve);
  serveFiles(serve, deps);
  serveEvaluations(serve);
  serveForms(serve);
  const complain = (err: unknown) => log.error({ err }, "content is wrong, kept as it was");
  app.route("/", contentApp(contentDependencies(config, deps.now, complain)));
  return { fetch: async (request) => app.fetch(request) };
}

function contentDependencies(
  config: Pick<BackendConfig, "CONTENT_DIR" | "CONTENT_CREDENTIALS">,
  now: () => Date,
  complain: (error: unknown) => void,
) {
  let library: Library | undefined;
  return {
    now,
    credentials: config.CONTENT_CREDENTIALS ?? null,
    // Read when the first page asks: commands and tests that need no content do not pay for it.
    library: (...place: Parameters<Library>) => {
      library ??= followLibrary(config.CONTENT_DIR, complain);
      return library(...place);
    },
  };
}

/** The content alone, which needs no database: what `next build` prerenders from. */
export function openContent(config: {
  CONTENT_DIR?: string;
  CONTENT_CREDENTIALS?: string;
}): Backend {
  const app = contentApp(
    contentDependencies({ CONTENT_DIR: "content", ...config }, () => new Date(), console.error),
  );
  app.notFound(() => new Failure("not_found").toResponse());
  app.onError((error) => {
    if (error instanceof Failure) return error.toResponse();
    throw error;
  });
  return { fetch: async (request) => app.fetch(request) };
}

/**
 * The back end as it runs in production: reads the environment, opens the database, delivers mail,
 * reminds and keeps house in the background. Throws one readable error when the configuration is wrong. `close` ends it
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
  const stopHousekeeping = startHousekeeping({ db, config, log });
  const stopReminders = startReminders({ db, log, wakeMail: worker.wake }, [
    queueReminders,
    queueEvaluationReminders,
  ]);
  async function close(): Promise<void> {
    stopHousekeeping();
    stopReminders();
    await worker.stop();
    await closeDatabase();
  }
  return { backend, close };
}
