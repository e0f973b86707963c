import { setTimeout as after } from "node:timers/promises";
import { Hono } from "hono";
import { endpoints } from "@/contract/api";
import { previewLinksRequest } from "@/contract/content/preview-links";
import { isHidden } from "@/contract/endpoint";
import type { Places } from "@/contract/evaluation/funnel";
import { openApiDocument } from "@/contract/openapi";
import { RuleViolation } from "./audit-log/rule-violation";
import { configWarnings, directDatabase, isPooled, readConfig } from "./config";
import { contentDependencies } from "./content/open-content";
import { runPreviewLinks } from "./content/preview-links";
import { contentApp } from "./content/routes";
import { connect } from "./db/connect";
import { instanceName, readBuild } from "./db/instances";
import { followInvalidations, publishInvalidation } from "./db/invalidations";
import { requireSchema } from "./db/schema-version";
import type { Dependencies } from "./dependencies";
import { afterSendingOf, findCurrentEdition } from "./editions/edition";
import { publicRounds } from "./editions/rounds";
import { serveEvaluations } from "./evaluations/routes";
import { serveFiles } from "./files/routes";
import { roomForUploads } from "./files/under-way";
import { serveForms } from "./forms/routes";
import { Failure } from "./http/failure";
import { createHealth } from "./http/health";
import { logRequests, openLog, type RequestVariables } from "./http/log";
import { onlyReads } from "./http/only-reads";
import { serveOn } from "./http/serve";
import { jobs } from "./jobs";
import { mailWorks } from "./mail/mail-works";
import { keepSenderDomain, quickDns, senderDomain } from "./mail/sender-domain";
import { openTransport } from "./mail/transport";
import { startMailWorker } from "./mail/worker";
import { openCounts, openMetrics } from "./metrics";
import { serveProject } from "./project/routes";
import { followDatabaseClock } from "./scheduling/database-clock";
import { startJobs } from "./scheduling/every";
import { serveStaff } from "./staff/routes";
import { openStore } from "./store/open-store";
import { requireReauthentication } from "./users/reauthentication";
import { serveUsers } from "./users/routes";
import { authenticate } from "./users/sessions/authenticate";

export type Backend = { fetch: (request: Request) => Promise<Response> };

/** Creates the back end without background jobs. `openBackend` adds the jobs. */
export function createBackend(deps: Dependencies): Backend {
  const app = new Hono<RequestVariables>({ strict: false });
  const { config, log } = deps;

  // A caller without access gets a 404 from a hidden endpoint. So the public list of endpoints (`/wp-json`) omits the
  // hidden endpoints.
  const told = endpoints.filter((endpoint) => !isHidden(endpoint));

  app.use(logRequests(deps));
  app.use(onlyReads);

  app.notFound(() => new Failure("not_found").toResponse());
  app.onError((error, context) => {
    if (error instanceof Failure) return error.toResponse();
    // Staff actions show rule violations in their preview. Any other request that violates a rule fails with
    // `act_refused`, which is not a server error.
    if (error instanceof RuleViolation) {
      return new Failure("act_refused", { message: error.message }).toResponse();
    }
    context.get("log").error({ err: error }, "request failed");
    // An unexpected error, such as an unreachable database, is not the caller's fault. The response is 503, which asks
    // the caller to retry.
    return new Failure("unavailable", { retryAfter: 5 }).toResponse();
  });

  app.get("/wp-json", async () => {
    // Before staff create the first edition, there is no edition, and public pages show no deadline.
    const edition = await findCurrentEdition(deps.db, deps.now());
    const rounds = edition ? await publicRounds(deps.db, edition) : [];
    return Response.json({
      name: config.PROGRAMME_NAME,
      description: "",
      url: config.SITE_URL,
      namespaces: ["wp/v2"],
      routes: Object.fromEntries(
        [...Map.groupBy(told, ({ path }) => `/${path}`)].map(([path, alike]) => [
          path,
          { methods: alike.map(({ method }) => method) },
        ]),
      ),
      edition: edition
        ? {
            year: edition.year,
            opensAt: edition.opensAt.toISOString(),
            closesAt: edition.closesAt.toISOString(),
            afterSending: afterSendingOf(edition),
            evaluationOpensAt: edition.evaluationOpensAt?.toISOString() ?? null,
            evaluationClosesAt: edition.evaluationClosesAt?.toISOString() ?? null,
            awardedAt: edition.awardedAt?.toISOString() ?? null,
            ...(rounds.length > 0 && { rounds }),
            places: edition.places,
          }
        : null,
    });
  });
  app.get("/wp-json/health", createHealth(deps, { mailWorks, room: roomForUploads }));
  app.get("/wp-json/openapi.json", () =>
    Response.json(
      openApiDocument(told, {
        title: config.PROGRAMME_NAME,
        version: "1",
        baseUrl: `${config.SITE_URL}/wp-json`,
      }),
    ),
  );

  const serve = serveOn(app, deps, authenticate, requireReauthentication);
  serveUsers(serve, deps);
  serveProject(serve);
  serveFiles(serve, deps);
  serveEvaluations(serve);
  serveForms(serve);
  serveStaff(serve);
  const complain = (err: unknown) =>
    log.error({ err }, "content is not valid: the previous version stays");
  app.route("/", contentApp(contentDependencies(config, deps.now, complain, placesOfCall(deps))));
  return { fetch: async (request) => app.fetch(request) };
}

/**
 * Milliseconds to wait for the database to return the current edition's number of places per selection stage. After
 * this time, content quotes the last known numbers.
 */
const PLACES_PATIENCE = 300;

/**
 * Returns a function that reads the current edition's number of places per selection stage. If the database does not
 * answer in time, the function returns the last known numbers.
 */
function placesOfCall({ db, now }: Pick<Dependencies, "db" | "now">) {
  let known: Readonly<Places> | undefined;
  const read = async () => {
    known = (await findCurrentEdition(db, now()))?.places ?? known;
  };
  return async () => {
    await Promise.race([read().catch(() => {}), after(PLACES_PATIENCE, undefined, { ref: false })]);
    return known;
  };
}

/**
 * Opens the back end for production: reads the environment, opens the database, delivers mail, and runs the scheduled
 * jobs (`jobs`) in the background. Throws one readable error for a wrong configuration. `close` stops the back end
 * without losing a mail in flight. `metrics` returns counts and states in Prometheus' text format.
 */
export function openBackend(env?: Record<string, string | undefined>) {
  const config = readConfig(env);
  const log = openLog(config);
  for (const warning of configWarnings(config)) log.warn(warning);
  const directUrl = directDatabase(config);
  const { db, close: closeDatabase } = connect(config.DATABASE_URL, { pooled: isPooled(config) });
  const clock = followDatabaseClock(db, { log });
  const sendMail = openTransport(config);
  const worker = startMailWorker({ databaseUrl: directUrl, send: sendMail, log });
  const store = openStore(config);
  const { counts, counted } = openCounts();
  const tools = { db, config, store, log, counts, notifyMailWorker: worker.wake };
  const domain = keepSenderDomain(() => senderDomain(config, quickDns()));
  const deps = { ...tools, now: clock.now, clockOff: clock.off, senderDomain: domain };
  const backend = createBackend(deps);
  async function fetch(request: Request): Promise<Response> {
    // Waits until the database's time is known. Otherwise the first requests would compare deadlines with this
    // machine's clock, which can be wrong.
    await clock.known;
    const isHealth = new URL(request.url).pathname.endsWith("/wp-json/health");
    if (clock.off() === null && !isHealth) {
      return new Failure("unavailable", { retryAfter: 5 }).toResponse();
    }
    return backend.fetch(request);
  }
  const stopJobs = startJobs(directUrl, jobs, { ...deps, sendMail });
  const followers: Pick<ReturnType<typeof followInvalidations>, "stop" | "behind">[] = [];
  async function refreshesBehind(): Promise<number | undefined> {
    const seconds = await Promise.all(followers.map(({ behind }) => behind()));
    return seconds.length > 0 ? Math.max(...seconds) : undefined;
  }
  async function close(): Promise<void> {
    const jobsEnd = stopJobs();
    await Promise.all(followers.map(({ stop }) => stop()));
    await clock.stop();
    await worker.stop();
    await jobsEnd;
    await closeDatabase();
  }
  return {
    config,
    log,
    backend: { fetch },
    close,
    metrics: openMetrics(deps, counted, { refreshesBehind }),
    now: clock.now,
    /** Throws while the database is unusable or has an outdated schema. */
    requireReady: () => requireSchema(db),
    /** Stores, lists, revokes, or finds preview links. Throws if the request does not match the contract. */
    async previewLinks(asked: unknown) {
      await clock.known;
      return runPreviewLinks(db, clock.now(), previewLinksRequest.parse(asked));
    },
    /** Notifies every instance, including this one, that the pages with a cache tag are outdated. */
    publishInvalidation: (tag: string) => publishInvalidation(db, tag),
    /**
     * Calls `refresh` with the cache tags that any instance reports as outdated, until the back end is closed
     * (`close`). Resolves after the first call.
     */
    async followInvalidations(refresh: (tags: readonly string[]) => Promise<void>): Promise<void> {
      const name = instanceName(await readBuild(config));
      const follower = followInvalidations({ db, directUrl, name, log, refresh });
      followers.push(follower);
      return follower.begun;
    },
  };
}
