import type { FigureProblem } from "@/contract/edition-figures";

/** The reason why a rule refuses an operation on an application, an evaluator, or an edition. */
type Why =
  | "rule"
  | "not_decidable"
  | "no_edition"
  | "opens_late"
  | "evaluation_opens_late"
  | "after_evaluation-opens"
  | "after_evaluation-closes"
  | "after_awarded"
  | "awarded_early"
  | "evaluation_over"
  | "closed_already"
  | "edition_exists"
  | "edition_begun"
  | "only_edition"
  | "figures_same"
  | "figures_frozen"
  | FigureProblem["code"]
  | "not_later"
  | "announced"
  | "no_extension"
  | "sent_in_extra_time"
  | "not_withdrawn"
  | "past_deadline"
  | "not_open"
  | "in_another"
  | "nothing_to_send"
  | "reminded_today"
  | "not_on_jury"
  | "nothing_to_read"
  | "has_answered"
  | "said_no"
  | "no_plan"
  | "no_reason"
  | "already_reads"
  | "does_not_read"
  | "own_conflict"
  | "is_recused"
  | "no_free_project"
  | "evaluator_closed"
  | "closed_reading"
  | "same_evaluator"
  | "builds_differ"
  | "dates_cross"
  | "no_round"
  | "round_begun"
  | "round_closed"
  | "discussed"
  | "round_not_open"
  | "round_read"
  | "round_released"
  | "round_replaced"
  | "sits_on_round"
  | "stage_taken"
  | "staff_on_jury";

/**
 * Error for a change that a rule of the programme refuses. It is not a server error. Its message is for users of
 * commands.
 */
export class RuleViolation extends Error {
  /** Key of the text that explains to staff why the rule refuses the change (`staff.act.against` in messages/). */
  readonly why: string;
  /** Values for the placeholders of the text that explains why the rule refuses the change. */
  readonly facts: Record<string, string> | undefined;
  constructor(message: string, why: Why = "rule", facts?: Record<string, string>) {
    super(message);
    this.why = why;
    this.facts = facts;
  }
}
