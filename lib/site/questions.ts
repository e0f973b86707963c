import { slugOf } from "@/contract/fold";
import { elementsIn } from "../api/content/text/elements";

/** A question of a page of questions, with its answer as clean HTML. */
export type Question = { id: string; question: string; answer: string };
/** Questions that stand together; without a title on a page that does not group its own. */
export type QuestionGroup = { title: string | null; questions: Question[] };

/** Its end is told by `</h`: no other heading stands in one. */
const HEADING = /<h([23])(?:\s[^<>]*)?>/g;

/**
 * The questions of a page, in their groups. A second-level heading is a question and the text below it the answer,
 * third-level headings included; unless a third-level one follows at once: then it names a group, and those below are
 * its questions. What comes before the first heading is left out.
 *
 * @param html already cleaned (lib/api/content/html)
 * @param plain makes plain text of a heading's HTML
 */
export function groupsOf(html: string, plain: (html: string) => string): QuestionGroup[] {
  const found = [...elementsIn(html, HEADING, "</h")].map(({ start, inner, whole, at }) => ({
    level: start[1],
    title: plain(inner),
    from: at,
    // Past the level and the bracket, too.
    answerFrom: at + whole.length + 2,
  }));
  const groups: QuestionGroup[] = [];
  /** Where the answer that is being read began. */
  let answering: { question: Question; from: number } | undefined;
  const answerUntil = (end?: number) => {
    if (answering) answering.question.answer = html.slice(answering.from, end).trim();
    answering = undefined;
  };
  found.forEach(({ level, title, from, answerFrom }, index) => {
    const isGrouped = groups.at(-1)?.title != null;
    // Part of an answer.
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

/** The same questions without their groups. */
export function questionsOf(html: string, plain: (html: string) => string): Question[] {
  return groupsOf(html, plain).flatMap(({ questions }) => questions);
}
