import { z } from "zod";
import { endpoint } from "../endpoint";
import { line, wrongType } from "../fields";
import { CONTENT_TYPES, type ContentType } from "./content-types";
import { readMedia } from "./media";

const rendered = z.object({ rendered: z.string() });
const link = z.looseObject({ name: z.string().optional(), slug: z.string().optional() });

/** A picture in the format of WordPress's REST API. */
export const featuredMediaSchema = z.looseObject({
  /** Error code that WordPress returns instead of a picture that is not public, such as a draft's picture. */
  code: z.string().optional(),
  source_url: z.string().optional(),
  alt_text: z.string().optional(),
  media_details: z
    .looseObject({ width: z.number().optional(), height: z.number().optional() })
    .optional(),
  /** The picture's caption, in which editors write the credit line. */
  caption: rendered.optional(),
});

/**
 * One content item in WordPress's REST format. Requires only the properties that every standard WordPress returns, and
 * drops unknown properties.
 */
export const contentItemSchema = z
  .object({
    id: z.number().int(),
    slug: z.string(),
    /** The slug that WordPress would give to a draft that has no slug. Present only if the caller can read drafts. */
    generated_slug: z.string().optional(),
    date_gmt: z.string(),
    modified_gmt: z.string(),
    status: z.string(),
    /** The item's language, in Polylang's format. An item without a language is Italian. */
    lang: z.string().optional(),
    /** Ids of the item's translations by language, in Polylang's format. */
    translations: z.record(z.string(), z.number()).optional().catch(undefined),
    /** URL of the item's page in WordPress. */
    link: z.string().optional().catch(undefined),
    /** Former slugs of the item. Their URLs redirect to the item. */
    aliases: z.array(z.string()).optional().catch(undefined),
    /**
     * `raw` is the title without the prefix that WordPress adds to titles of private and protected items. Only editors
     * receive `raw`.
     */
    title: rendered.extend({ raw: z.string().optional() }),
    /** `protected` is true for an item with a password. The content is then empty for readers without the password. */
    content: rendered.extend({ protected: z.boolean().optional() }).optional(),
    excerpt: rendered.optional(),
    featured_media: z.number().int().optional(),
    /** Whether the item stays at the top of its list. */
    sticky: z.boolean().optional(),
    /** Additional fields, all optional strings. WordPress returns [] if an item has none. */
    meta: z
      .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
      .optional()
      .transform((meta) => (Array.isArray(meta) || !meta ? {} : meta)),
    _embedded: z
      .looseObject({
        author: z.array(link).optional(),
        "wp:featuredmedia": z.array(featuredMediaSchema).optional(),
        "wp:term": z.array(z.array(link)).optional(),
      })
      .optional(),
  })
  .meta({ id: "ContentItem" });
export type ContentItem = z.output<typeof contentItemSchema>;

const count = (fallback: number, max: number) =>
  z.coerce
    .number(wrongType)
    .int({ error: "invalid_type" })
    .min(1, { error: "invalid_choice" })
    .max(max, { error: "invalid_choice" })
    .default(fallback);

export const contentQuerySchema = z.object({
  page: count(1, 100_000),
  per_page: count(10, 100),
  slug: line(200).optional(),
  search: line(200).optional(),
  orderby: z
    .enum(["date", "modified", "title", "slug", "id"], { error: "invalid_choice" })
    .default("date"),
  order: z.enum(["asc", "desc"], { error: "invalid_choice" }).default("desc"),
  status: z
    .enum(["publish", "draft", "future", "any"], { error: "invalid_choice" })
    .default("publish"),
  context: z.enum(["view", "edit"], { error: "invalid_choice" }).default("view"),
  _embed: z.string().optional(),
  lang: z.string().max(10, { error: "too_long" }).optional(),
});
export type ContentQuery = z.input<typeof contentQuerySchema>;

/** The list endpoint of each content type: `listContent.posts` is GET wp/v2/posts. */
export const listContent = Object.fromEntries(
  CONTENT_TYPES.map((type) => [
    type,
    endpoint({
      name: `list_${type}`,
      method: "GET",
      path: `wp/v2/${type}`,
      summary: `WordPress collection: ${type}`,
      access: "anyone",
      query: contentQuerySchema,
      answer: {
        status: 200,
        json: z.array(contentItemSchema),
        headers: ["X-WP-Total", "X-WP-TotalPages"],
      },
      errors: ["invalid_fields", "rest_post_invalid_page_number", "not_authenticated"],
    }),
  ]),
) as unknown as Record<ContentType, ContentEndpoint>;

export type ContentEndpoint = {
  name: string;
  method: "GET";
  path: string;
  summary: string;
  access: "anyone";
  query: typeof contentQuerySchema;
  answer: {
    status: 200;
    json: z.ZodArray<typeof contentItemSchema>;
    headers: ["X-WP-Total", "X-WP-TotalPages"];
  };
  errors: ["invalid_fields", "rest_post_invalid_page_number", "not_authenticated"];
};

export const contentEndpoints = [...CONTENT_TYPES.map((type) => listContent[type]), readMedia];
