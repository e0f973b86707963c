import { image } from "../made-files/files";
import { blocks, startWordPress, type WordPress, wpPost } from "./wordpress";
import { UNUSUAL_BLOCKS } from "./wordpress-blocks";

/** A title that consists of one word. The word is wider than a phone's screen. */
export const LONG_WORD = "Precipitevolissimevolmente".repeat(4);

/**
 * Starts a fake WordPress with more articles than one API response contains, every kind of block, missing pictures, a
 * draft without a name, and one story.
 */
export async function startFilledWordPress(host?: string): Promise<WordPress> {
  const wordpress = await startWordPress(await image("jpeg", { width: 1600, height: 900 }), host);
  const { types } = wordpress;
  types.posts = Array.from({ length: 103 }, (_, index) => wpPost({ id: index + 1 }));
  types.posts.push(
    wpPost({
      id: 500,
      slug: "tutti-i-blocchi",
      title: "L&#8217;idea &amp; l&#8217;impresa: &#8220;prima&#8221; &lt;misura&gt; &#8211; poi",
      excerpt: "<p>Un estratto &#8220;automatico&#8221; che finisce qui [&hellip;]</p>\n",
      content: blocks(wordpress.url),
      date: "2026-03-01T10:00:00",
      media: "own",
    }),
    wpPost({
      id: 506,
      slug: "blocchi-insoliti",
      title: LONG_WORD,
      content: UNUSUAL_BLOCKS.replaceAll("{wp}", wordpress.url),
      date: "2026-03-02T10:00:00",
    }),
    wpPost({
      id: 501,
      slug: "senza-foto",
      title: "Senza foto",
      media: "forbidden",
      date: "2026-02-28T10:00:00",
    }),
    wpPost({
      id: 502,
      slug: "foto-sparita",
      title: "Foto sparita",
      media: "gone",
      date: "2026-02-27T10:00:00",
    }),
    wpPost({
      id: 503,
      slug: "foto-altrui",
      title: "Foto altrui",
      media: "elsewhere",
      date: "2026-02-26T10:00:00",
    }),
    wpPost({
      id: 504,
      slug: "",
      title: "Una bozza senza nome",
      status: "draft",
      content: "<p>Segretissimo.</p>",
    }),
  );
  types.posts.push(wpPost({ id: 505, slug: "in-riscrittura", unpublished: "Testo nuovissimo" }));
  types.stories = [wpPost({ id: 600, slug: "una-storia", title: "Una storia" })];
  return wordpress;
}
