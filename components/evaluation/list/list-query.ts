import {
  type ProjectList,
  type ProjectListQuery,
  projectListQuerySchema,
} from "@/contract/evaluation/evaluation-schemas";

/** Parses the list's search, filters, and order from the URL. Drops values that the contract does not allow. */
export function listQueryOf(search: Pick<URLSearchParams, "get">): ProjectListQuery {
  const query: Record<string, string> = {};
  for (const [name, schema] of Object.entries(projectListQuerySchema.shape)) {
    const value = search.get(name);
    if (value && schema.safeParse(value).success) query[name] = value;
  }
  return query as ProjectListQuery;
}

function written(query: ProjectListQuery): string {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "" && !(name === "page" && Number(value) === 1)) {
      next.set(name, String(value));
    }
  }
  return next.size > 0 ? `?${next}` : "";
}

type Scope = Pick<ProjectListQuery, "edition" | "round">;

/** Returns the edition and the round of a list query, for the URLs of other pages. */
export function scopeOf({ edition, round }: Scope): ProjectListQuery {
  return { ...(edition !== undefined && { edition }), ...(round !== undefined && { round }) };
}

/**
 * Adds the round of the server's response to a list query, so that links stay in this round when another round begins.
 * A response without a round leaves the query unchanged.
 */
export function pinned(
  query: ProjectListQuery,
  { round }: Pick<ProjectList, "round">,
): ProjectListQuery {
  return round ? { ...query, round: round.number } : query;
}

/** Returns a list query without its filters. */
export function unfiltered({ orderby, order, ...query }: ProjectListQuery): ProjectListQuery {
  return {
    ...scopeOf(query),
    ...(orderby && { orderby }),
    ...(order && { order }),
  };
}

/** Returns the URL of a project. The URL carries the list's query, so that the user can return to the same list. */
export function projectAddress(id: string, query: ProjectListQuery): string {
  return `/dashboard/evaluation/${id}${written({ ...query, page: undefined })}`;
}

/** Returns the project id in a page's path, in any locale; undefined if the path is the list. */
export function projectIn(path: string): string | undefined {
  return /\/dashboard\/evaluation\/([^/]+)/.exec(path)?.[1]?.toLowerCase();
}

/**
 * Returns the URL of the final check before an evaluator closes the evaluation, for the list's edition and round.
 */
export function reviewAddress(query: Scope): string {
  return `/dashboard/evaluation/closing${written(scopeOf(query))}`;
}

/** Returns the URL of the ranking, with the list's edition and round. */
export function rankingAddress(query: Scope): string {
  return `/dashboard/evaluation/ranking${written(scopeOf(query))}`;
}

/** Returns the URL of the discussions, with the list's edition and round. */
export function discussionsAddress(query: Scope): string {
  return `/dashboard/evaluation/discussions${written(scopeOf(query))}`;
}

export function discussionAddress(id: string, query: Scope): string {
  return `/dashboard/evaluation/discussions/${id}${written(scopeOf(query))}`;
}

/** Returns the URL of the list with changed filters. A changed filter resets the page number to 1. */
export function listAddress(query: ProjectListQuery, change: ProjectListQuery): string {
  return `/dashboard/evaluation${written({ ...query, page: undefined, ...change })}`;
}
