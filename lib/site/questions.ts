import { slugOf } from "@/contract/fold";

/** A question of a page of questions, with its answer as clean HTML. */
export type Question = { id: string; question: string; answer: string };

const HEADING = /<h2[^>]*>(.*?)<\/h2>/gs;

/**
 * The questions of a page whose second-level headings are questions and whose text below each is the
 * answer. What comes before the first heading is left out.
 *
 * @param html already cleaned (lib/api/content/html)
 * @param plain makes plain text of a heading's HTML
 */
export function questionsOf(html: string, plain: (html: string) => string): Question[] {
  const headings = [...html.matchAll(HEADING)];
  return headings.map((heading, index) => {
    const start = heading.index + heading[0].length;
    const question = plain(heading[1] ?? "");
    return {
      id: slugOf(question),
      question,
      answer: html.slice(start, headings[index + 1]?.index).trim(),
    };
  });
}
