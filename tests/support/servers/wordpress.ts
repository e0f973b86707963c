import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { BLOCKS } from "./wordpress-blocks";

/*
 * A fake of an unmodified WordPress 6 with its REST API: fields, headers, errors, and drafts. The site reads it over
 * HTTP.
 */

export type WpPost = {
  id: number;
  slug: string;
  status: "publish" | "draft" | "pending" | "future" | "private";
  title: string;
  content: string;
  excerpt: string;
  /** The post's date in UTC, as a text without a time zone. */
  date: string;
  /** The text of a later version of the post, which is not published. */
  unpublished?: string;
  /** `focus` is the value of the post's meta key `focus`. `caption` is the caption of the post's picture. */
  focus?: string;
  caption?: string;
  /** The picture's alternative text. By default a fixed text. */
  alt?: string;
  /** The fields of a language plugin: the post's language, and the ids of its translations by language. */
  lang?: string;
  translations?: Record<string, number>;
  password?: string;
  sticky?: boolean;
  /** Further fields of the post. */
  meta?: Record<string, string>;
  link?: string;
  /** The post's former slugs, which the plugin reports. */
  aliases?: string[];
  /**
   * `subject` is the value of the post's meta key `subject`. `terms` are the post's categories. Both have default
   * values.
   */
  subject?: string;
  terms?: string[];
  /** The post's picture: none, on this server, on another host, without access, or missing. */
  media: "none" | "own" | "elsewhere" | "forbidden" | "gone";
};

/**
 * The state of the fake WordPress: running, refusing connections, never responding, showing its error page without a
 * database, showing a hosting provider's page with status 200, redirecting every request to a login page, printing
 * PHP's notices before its JSON, stopping its responses in the middle, or sending responses without an end, fast or
 * slowly.
 */
export type WpMood = "up" | (typeof WP_FAILURES)[number];
export const WP_FAILURES = [
  ...(["down", "silent", "broken", "nonsense"] as const),
  ...(["redirecting", "noticing", "cutting", "endless", "dripping"] as const),
];

export const WP_USER = "redazione:abcd EFGH ijkl MNOP";

/** Returns a WordPress post with the given values. */
export function wpPost(values: Partial<WpPost> & { id: number }): WpPost {
  return {
    slug: `articolo-${values.id}`,
    status: "publish",
    title: `Articolo ${values.id}`,
    content: "<p>Testo.</p>",
    excerpt: "",
    date: `2026-01-${String((values.id % 28) + 1).padStart(2, "0")}T10:00:00`,
    media: "none",
    ...values,
  };
}

/** Starts a fake WordPress on a free port of a host. Tests can change `posts` and `mood` while it runs. */
export async function startWordPress(picture: Buffer, host = "localhost") {
  const wordpress = {
    url: "",
    mood: "up" as WpMood,
    /** True if responses lack the headers with the number of items, as behind some proxies. */
    uncounted: false,
    /** True if the host requires a user name and a password for every request. */
    guarded: false,
    asked: [] as string[],
    types: { posts: [], stories: [], pages: [] } as Record<string, WpPost[]>,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const server = createServer((request, response) => {
    wordpress.asked.push(request.url ?? "");
    if (wordpress.mood === "down") return void request.socket.destroy();
    if (wordpress.mood === "silent") return;
    if (wordpress.mood === "broken")
      return page(response, 500, "Error establishing a database connection");
    if (wordpress.mood === "nonsense") return page(response, 200, "Sito in manutenzione");
    if (wordpress.mood === "redirecting")
      return response.writeHead(302, { Location: "https://login.example/wp-login.php" }).end();
    if (wordpress.mood === "endless") return sendForever(response);
    if (wordpress.mood === "dripping") return drip(response);
    if (wordpress.mood === "noticing") response.write("<br />\n<b>Notice</b>: Undefined index\n");
    if (wordpress.mood === "cutting") {
      response.end = (() => response.write("[{") && request.socket.end()) as never;
    }
    if (wordpress.uncounted) {
      const { setHeader } = response;
      response.setHeader = (name, value) =>
        /^x-wp-total/i.test(name) ? response : setHeader.call(response, name, value);
    }
    if (wordpress.guarded && !isEditor(request)) return page(response, 401, "Unauthorized");
    answer(request, response, wordpress, picture);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  wordpress.url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return wordpress;
}

export type WordPress = Awaited<ReturnType<typeof startWordPress>>;

/** Sends a JSON text that never ends, as fast as the reader accepts it. */
function sendForever(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "application/json" }).write("[");
  const spaces = " ".repeat(65_536);
  const send = () => {
    while (!response.destroyed && response.write(spaces));
  };
  response.on("drain", send);
  send();
}

/** Sends a JSON text that never ends, a few bytes at a time. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "application/json" }).write("[");
  const timer = setInterval(() => response.write(" "), 50);
  response.on("close", () => clearInterval(timer));
}

function page(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/html; charset=UTF-8" });
  response.end(`<!DOCTYPE html><html><body><h1>${text}</h1></body></html>`);
}

function json(response: ServerResponse, status: number, body: unknown, headers = {}) {
  if (response.headersSent) return response.end(JSON.stringify(body));
  response.statusCode = status;
  for (const [name, value] of Object.entries({
    "Content-Type": "application/json; charset=UTF-8",
    "X-Robots-Tag": "noindex",
    "X-Content-Type-Options": "nosniff",
    "Access-Control-Expose-Headers": "X-WP-Total, X-WP-TotalPages, Link",
    Link: '<https://wp.example/wp-json/>; rel="https://api.w.org/"',
    Allow: "GET",
    ...headers,
  })) {
    response.setHeader(name, value);
  }
  return response.end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status: number, code: string, data = {}) {
  return json(response, status, {
    code,
    message: code.replaceAll("_", " "),
    data: { status, ...data },
  });
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { url, types }: Pick<WordPress, "url" | "types">,
  picture: Buffer,
) {
  const { pathname, searchParams } = new URL(request.url ?? "/", url);
  if (pathname.startsWith("/wp-content/uploads/")) {
    response.writeHead(200, { "Content-Type": "image/jpeg", "Content-Length": picture.length });
    return response.end(picture);
  }
  const autosaves = /^\/wp-json\/wp\/v2\/(\w+)\/(\d+)\/autosaves\/?$/.exec(pathname);
  if (autosaves) {
    if (!isEditor(request)) return refuse(response, 401, "rest_cannot_read");
    const post = types[autosaves[1] ?? ""]?.find(({ id }) => id === Number(autosaves[2]));
    return post
      ? json(response, 200, autosavesOf(post))
      : refuse(response, 404, "rest_post_invalid_parent");
  }
  if (pathname === "/wp-json/wp/v2/media") {
    const asked = searchParams.get("include")?.split(",").map(Number) ?? [];
    const all = isEditor(request) ? Object.values(types).flat() : [];
    const found = all.filter(
      ({ id, media }) => asked.includes(id + 10_000) && media === "forbidden",
    );
    return json(
      response,
      200,
      found.map((post) => mediaOf({ ...post, media: "own" }, url)),
    );
  }
  const type = /^\/wp-json\/wp\/v2\/(\w+)\/?$/.exec(pathname)?.[1];
  const posts = type ? types[type] : undefined;
  if (!posts) return refuse(response, 404, "rest_no_route");
  const editor = isEditor(request);
  const statuses = (searchParams.get("status") ?? "publish").split(",");
  const any = statuses.includes("any");
  if (!editor && statuses.some((status) => status !== "publish")) {
    return refuse(response, 400, "rest_invalid_param", {
      params: { status: "Status is forbidden." },
    });
  }
  if (!editor && searchParams.get("context") === "edit") {
    return refuse(response, 401, "rest_forbidden_context");
  }
  const perPage = Number(searchParams.get("per_page") ?? 10);
  if (!(perPage >= 1 && perPage <= 100)) {
    return refuse(response, 400, "rest_invalid_param", {
      params: { per_page: "per_page must be between 1 and 100" },
    });
  }
  const slugs = searchParams.get("slug")?.split(",").map(sanitized);
  const lang = searchParams.get("lang");
  const modified = searchParams.get("orderby") === "modified";
  const words = plain(searchParams.get("search") ?? "").match(/\S+/g) ?? [];
  const found = posts
    .filter((post) => any || statuses.includes(post.status))
    // If the request names no language, a language plugin returns posts of all languages.
    .filter((post) => !lang || !post.lang || post.lang === lang)
    .filter((post) => !slugs || slugs.includes(post.slug))
    .filter(({ title, excerpt, content }) => {
      if (words.length === 0) return true;
      const text = plain(`${title} ${excerpt} ${content}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => (modified || a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1));
  const pages = Math.ceil(found.length / perPage);
  const number = Number(searchParams.get("page") ?? 1);
  if (number > Math.max(1, pages)) return refuse(response, 400, "rest_post_invalid_page_number");
  const shown = found.slice((number - 1) * perPage, number * perPage);
  const item = {
    url,
    type: type ?? "",
    edit: searchParams.get("context") === "edit",
    embed: searchParams.has("_embed"),
  };
  return json(
    response,
    200,
    shown.map((post) => itemOf(post, item)),
    {
      "X-WP-Total": found.length,
      "X-WP-TotalPages": pages,
    },
  );
}

/** Returns a slug as WordPress stores and compares it (sanitize_title): percent-encoded, in lower case. */
function sanitized(slug: string): string {
  const plain = slug.includes("%") ? decodeURIComponent(slug) : slug;
  return encodeURIComponent(
    plain
      .toLowerCase()
      .trim()
      .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, "-"),
  )
    .toLowerCase()
    .replaceAll(/^-|-$/g, "");
}

/** Returns a text as WordPress's database compares it: without accents, in lower case. */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** WordPress accepts an application password with or without the spaces that it displays. */
function isEditor(request: IncomingMessage): boolean {
  const given = /^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const user = Buffer.from(given, "base64").toString().replaceAll(" ", "");
  return user === WP_USER.replaceAll(" ", "");
}

/** Returns the autosaves of a post. Each editor has one autosave at most. */
function autosavesOf({ id, unpublished }: WpPost): object[] {
  if (!unpublished) return [];
  const save = (modified_gmt: string, text: string) => ({
    author: 1,
    date: modified_gmt,
    date_gmt: modified_gmt,
    id: id + 20_000,
    modified: modified_gmt,
    modified_gmt,
    parent: id,
    slug: `${id}-autosave-v1`,
    guid: { rendered: "", raw: "" },
    title: { raw: text, rendered: text },
    content: { raw: text, rendered: `<p>${text}</p>` },
    excerpt: { raw: "", rendered: "" },
  });
  return [
    save("2025-01-01T10:00:00", "Com’era una volta"),
    save("2027-01-01T10:00:00", unpublished),
  ];
}

type Showing = { url: string; type: string; edit: boolean; embed: boolean };

/** Returns a post with all fields of an unmodified WordPress. */
function itemOf(post: WpPost, { url, type, edit, embed }: Showing): object {
  const raw = (text: string) => (edit ? { raw: text } : {});
  const link = `${url}/${post.slug}/`;
  const media = post.media === "none" ? 0 : post.id + 10_000;
  return {
    id: post.id,
    date: post.date,
    date_gmt: post.date,
    guid: { rendered: `${url}/?p=${post.id}`, ...raw(`${url}/?p=${post.id}`) },
    modified: post.date,
    modified_gmt: post.date,
    slug: post.slug,
    status: post.status,
    type: type.replace(/s$/, ""),
    link,
    title: { ...raw(post.title), rendered: labelled(post) },
    ...(post.aliases && { aliases: post.aliases }),
    ...(post.lang && { lang: post.lang }),
    ...(post.translations && { translations: post.translations }),
    content: {
      ...raw("<!-- wp:paragraph -->"),
      // Without the post's password, a visitor gets no text.
      rendered: post.password && !edit ? "" : post.content,
      protected: Boolean(post.password),
      block_version: 1,
    },
    excerpt: { ...raw(""), rendered: post.excerpt, protected: false },
    author: 1,
    featured_media: media,
    comment_status: "open",
    ping_status: "open",
    sticky: post.sticky ?? false,
    template: "",
    format: "standard",
    meta:
      post.meta ??
      (type === "posts"
        ? {
            footnotes: "",
            _links_count: 3,
            focus: post.focus ?? "",
            link: post.link ?? "",
            subject: post.subject ?? "",
          }
        : []),
    categories: [1],
    tags: [],
    class_list: [`post-${post.id}`, "hentry"],
    ...(edit && {
      password: "",
      permalink_template: `${url}/%postname%/`,
      // Unlike the slug, the field `generated_slug` is not percent-encoded.
      generated_slug: decodeURIComponent(sanitized(post.title)),
    }),
    _links: {
      self: [{ href: `${url}/wp-json/wp/v2/${type}/${post.id}`, targetHints: { allow: ["GET"] } }],
      curies: [{ name: "wp", href: "https://api.w.org/{rel}", templated: true }],
    },
    ...(embed && {
      _embedded: {
        author: [
          { code: "rest_user_invalid_id", message: "Invalid user ID.", data: { status: 404 } },
        ],
        ...(media > 0 && { "wp:featuredmedia": [mediaOf(post, url)] }),
        "wp:term": [
          (post.terms ?? ["Idee &amp; imprese"]).map((name, at) => {
            const slug = sanitized(name);
            const link = `${url}/category/${slug}/`;
            return { id: at + 1, name, slug, link, taxonomy: "category" };
          }),
          [],
        ],
      },
    }),
  };
}

/** WordPress adds a word to the titles of private and protected posts. */
function labelled({ status, password, title }: WpPost): string {
  if (status === "private") return `Privato: ${title}`;
  return password ? `Protetto: ${title}` : title;
}

function mediaOf(post: WpPost, url: string): object {
  if (post.media === "forbidden") {
    return {
      code: "rest_forbidden",
      message: "Sorry, you are not allowed to do that.",
      data: { status: 401 },
    };
  }
  if (post.media === "gone") {
    return { code: "rest_post_invalid_id", message: "Invalid post ID.", data: { status: 404 } };
  }
  const host = post.media === "own" ? url : "https://cdn.elsewhere.example";
  return {
    id: post.id + 10_000,
    media_type: "image",
    mime_type: "image/jpeg",
    alt_text: post.alt ?? "Una foto d&#8217;officina",
    caption: { rendered: post.caption ?? "" },
    media_details: {
      width: 1600,
      height: 900,
      file: "2026/01/foto.jpg",
      sizes: {},
      image_meta: {},
    },
    source_url: `${host}/wp-content/uploads/2026/01/foto-${post.id}.jpg`,
  };
}

/** Returns a text with every block of the editor, and with HTML that the site must remove. */
export function blocks(url: string): string {
  return BLOCKS.replaceAll("{wp}", url);
}
