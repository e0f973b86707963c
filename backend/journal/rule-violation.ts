/** A rule of the programme refuses a change: no fault of the service. The message is for a shell. */
export class RuleViolation extends Error {
  /** The name by which the staff area shows the reason (`staff.act.against` of messages/). */
  readonly why: string;
  constructor(message: string, why: string) {
    super(message);
    this.why = why;
  }
}
