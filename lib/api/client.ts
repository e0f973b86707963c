import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from "@/contract/endpoint";
import { errorSchema } from "@/contract/errors";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { ApiError } from "./error";

type Part<K extends string, V> = [V] extends [undefined] ? unknown : { [key in K]: V };
type ParamsPart<E extends Endpoint> = keyof ParamsOf<E> extends never
  ? unknown
  : { params: ParamsOf<E> };

/** Input of an endpoint call. It has path parameters, a query or a body only if the endpoint declares them. */
export type CallRequest<E extends Endpoint> = {
  /** Language of the page. A request in the default language has no language parameter. */
  locale: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
} & ParamsPart<E> &
  Part<"body", BodyOf<E>> &
  (QueryOf<E> extends undefined ? unknown : { query?: QueryOf<E> });

type LooseRequest = {
  locale: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/** Returns the path and query of an endpoint call, relative to `/wp-json/`. */
export function addressOf(endpoint: Endpoint, request: LooseRequest): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.params?.[name] ?? ""),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  if (request.locale !== DEFAULT_LANGUAGE) search.set("lang", request.locale);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Path of the gateway on this site. The gateway adds the session's access token, which no script can read. */
export const GATEWAY = "/wp-json/";

/**
 * Returns the URL of an endpoint for a link, video, or upload. The URL leads through the gateway, in the page's
 * language.
 */
export function hrefOf<E extends Endpoint>(
  endpoint: E,
  request: { locale: string } & ParamsPart<E> &
    (QueryOf<E> extends undefined ? unknown : { query?: QueryOf<E> }),
): string {
  return GATEWAY + addressOf(endpoint, request);
}

/** Builds the standard Request for an endpoint call. `base` is the URL of /wp-json, with its trailing slash. */
export function requestOf<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
  base: string,
): Request {
  const loose = request as LooseRequest;
  const headers = new Headers(loose.headers);
  if (loose.body !== undefined) headers.set("Content-Type", "application/json");
  return new Request(base + addressOf(endpoint, loose), {
    method: endpoint.method,
    headers,
    body: loose.body === undefined ? undefined : JSON.stringify(loose.body),
    signal: loose.signal,
  });
}

/**
 * Returns a response's body, parsed with the endpoint's schema. Throws an ApiError for an error response or an invalid
 * body.
 */
export async function answerOf<E extends Endpoint>(
  endpoint: E,
  response: Response,
): Promise<AnswerOf<E>> {
  if (!response.ok) throw await errorOf(response);
  if ("bytes" in endpoint.answer && endpoint.answer.bytes) return response as AnswerOf<E>;
  if (!("json" in endpoint.answer) || !endpoint.answer.json) return undefined as AnswerOf<E>;
  const parsed = endpoint.answer.json.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw new ApiError("bad_answer", response.status, { cause: parsed.error });
  return parsed.data as AnswerOf<E>;
}

/** Returns the contract's error in a response. Any other body becomes a `bad_answer` error. */
export async function errorOf(response: Response): Promise<ApiError> {
  const parsed = errorSchema.safeParse(await response.json().catch(() => undefined));
  const retryAfter = Number(response.headers.get("Retry-After")) || null;
  if (!parsed.success) return new ApiError("bad_answer", response.status, { retryAfter });
  const { code, data } = parsed.data;
  return new ApiError(code, response.status, { ...data, retryAfter });
}
