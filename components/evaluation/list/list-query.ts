import {
  type ProjectListQuery,
  projectListQuerySchema,
} from "@/contract/evaluation/evaluation-schemas";

/** The list's state as held in the URL; values unknown to the contract are dropped. */
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

/** The same list without its filters. */
export function unfiltered({ edition, orderby, order }: ProjectListQuery): ProjectListQuery {
  return {
    ...(edition !== undefined && { edition }),
    ...(orderby && { orderby }),
    ...(order && { order }),
  };
}

/** The URL of a project, which keeps the list one came from. */
export function projectAddress(id: string, query: ProjectListQuery): string {
  return `/dashboard/evaluation/${id}${written({ ...query, page: undefined })}`;
}

/** The project whose page a path is, in either language; undefined for the list. */
export function projectIn(path: string): string | undefined {
  return /\/dashboard\/evaluation\/([^/]+)/.exec(path)?.[1]?.toLowerCase();
}

/** The address of the review before closing, in the edition of the list. */
export function reviewAddress({ edition }: ProjectListQuery): string {
  return `/dashboard/evaluation/closing${written({ edition })}`;
}

/** The address of the ranking, in the edition of the list. */
export function rankingAddress({ edition }: ProjectListQuery): string {
  return `/dashboard/evaluation/ranking${written({ edition })}`;
}

/** The address of the list with some of its state changed; a new filter resets to the first page. */
export function listAddress(query: ProjectListQuery, change: ProjectListQuery): string {
  return `/dashboard/evaluation${written({ ...query, page: undefined, ...change })}`;
}
