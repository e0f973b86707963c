/** A rule of the programme refuses a change. It is not a server error. The message is for commands. */
export class RuleViolation extends Error {
  /** The key of the reason's text for staff (`staff.act.against` in messages/). */
  readonly why: string;
  constructor(message: string, why: string) {
    super(message);
    this.why = why;
  }
}
