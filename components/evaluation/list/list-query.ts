import {
  type ProjectListQuery,
  projectListQuerySchema,
} from "@/contract/evaluation/evaluation-schemas";

/** Parses the list's state from the URL. Drops values that the contract does not allow. */
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

/** Returns the query without its filters. */
export function unfiltered({ edition, orderby, order }: ProjectListQuery): ProjectListQuery {
  return {
    ...(edition !== undefined && { edition }),
    ...(orderby && { orderby }),
    ...(order && { order }),
  };
}

/** Returns the URL of a project, with the query of the list for the way back. */
export function projectAddress(id: string, query: ProjectListQuery): string {
  return `/dashboard/evaluation/${id}${written({ ...query, page: undefined })}`;
}

/** Returns the project id in a path, in any locale; undefined for the list. */
export function projectIn(path: string): string | undefined {
  return /\/dashboard\/evaluation\/([^/]+)/.exec(path)?.[1]?.toLowerCase();
}

/** Returns the URL where evaluators check their scores before closing, for the list's edition. */
export function reviewAddress({ edition }: ProjectListQuery): string {
  return `/dashboard/evaluation/closing${written({ edition })}`;
}

/** Returns the URL of the ranking, with the list's edition. */
export function rankingAddress({ edition }: ProjectListQuery): string {
  return `/dashboard/evaluation/ranking${written({ edition })}`;
}

/** Returns the URL of the list with changed state. A changed filter resets the page to 1. */
export function listAddress(query: ProjectListQuery, change: ProjectListQuery): string {
  return `/dashboard/evaluation${written({ ...query, page: undefined, ...change })}`;
}
