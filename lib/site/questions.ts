import { slugOf } from "@/contract/text/normalize-text";
import { elementsIn } from "../content/text/elements";

/** A question on a page of questions, with its answer as sanitized HTML. */
export type Question = { id: string; question: string; answer: string };
/** A group of questions. The title is null on a page that does not group its questions. */
export type QuestionGroup = { title: string | null; questions: Question[] };

/** The start tag of a heading. The heading ends at the next `</h`, because headings are not nested. */
const HEADING = /<h([23])(?:\s[^<>]*)?>/g;

/**
 * Returns the questions of a page, in groups. A second-level heading is a question, and the text below it is the
 * answer. If a third-level heading follows immediately, the second-level heading is a group title, and the third-level
 * headings are its questions. Text before the first heading is omitted.
 *
 * @param html sanitized HTML (lib/content/text/html)
 * @param plain converts a heading's HTML to plain text
 */
export function groupsOf(html: string, plain: (html: string) => string): QuestionGroup[] {
  const found = [...elementsIn(html, HEADING, "</h")].map(({ start, inner, whole, at }) => ({
    level: start[1],
    title: plain(inner),
    from: at,
    // Skip the digit of the heading's level and the closing bracket of the end tag.
    answerFrom: at + whole.length + 2,
  }));
  const groups: QuestionGroup[] = [];
  /**
   * The question whose answer the loop is reading, and the position in the HTML at which the answer starts.
   */
  let answering: { question: Question; from: number } | undefined;
  const answerUntil = (end?: number) => {
    if (answering) answering.question.answer = html.slice(answering.from, end).trim();
    answering = undefined;
  };
  found.forEach(({ level, title, from, answerFrom }, index) => {
    const isGrouped = groups.at(-1)?.title != null;
    // Outside a group of questions, a third-level heading is part of an answer.
    if (level === "3" && !isGrouped) return;
    answerUntil(from);
    const next = found[index + 1];
    if (level === "2" && next?.level === "3" && !html.slice(answerFrom, next.from).trim()) {
      groups.push({ title, questions: [] });
      return;
    }
    if (groups.length === 0 || (level === "2" && isGrouped)) {
      groups.push({ title: null, questions: [] });
    }
    const question = { id: slugOf(title), question: title, answer: "" };
    groups.at(-1)?.questions.push(question);
    answering = { question, from: answerFrom };
  });
  answerUntil();
  return groups;
}

/**
 * Replaces the answer to the question with the given title. Returns the groups unchanged if no group has the question.
 */
export function withAnswer(
  groups: readonly QuestionGroup[],
  question: string,
  answer: string,
): QuestionGroup[] {
  const id = slugOf(question);
  const answered = (one: Question) => (one.id === id ? { ...one, answer } : one);
  return groups.map((group) => ({ ...group, questions: group.questions.map(answered) }));
}
