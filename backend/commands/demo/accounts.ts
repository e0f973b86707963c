import type { Role } from "@/contract/roles";

type DemoAccount = {
  email: string;
  password: string;
  role: Role;
  firstName: string;
  lastName: string;
  /**
   * State that the demo account shows after sign-in, such as an empty application. `npm start` prints a description of
   * the state in its list of accounts.
   */
  has:
    | "empty_project"
    | "half_project"
    | "sent_project"
    | "evaluations"
    | "no_evaluations"
    | "control_room"
    | "control_room_of_a_director"
    | "control_room_to_read";
};

const PASSWORD = "slancio-demo-2026";

/** Demo accounts that any visitor can use. The README lists the accounts. */
export const DEMO_ACCOUNTS = [
  account("elena.rinaldi@slancio.example", "applicant", "Elena", "Rinaldi", "empty_project"),
  account("marco.bassani@slancio.example", "applicant", "Marco", "Bassani", "half_project"),
  account("sara.lorenzi@slancio.example", "applicant", "Sara", "Lorenzi", "sent_project"),
  account("anna.ferrero@slancio.example", "evaluator", "Anna", "Ferrero", "evaluations"),
  account("paolo.deangelis@slancio.example", "evaluator", "Paolo", "De Angelis", "no_evaluations"),
  account("rita.neri@slancio.example", "staff", "Rita", "Neri", "control_room"),
  account(
    "dario.conti@slancio.example",
    "director",
    "Dario",
    "Conti",
    "control_room_of_a_director",
  ),
  account("aldo.greco@slancio.example", "auditor", "Aldo", "Greco", "control_room_to_read"),
] as const satisfies DemoAccount[];

function account(
  email: string,
  role: Role,
  firstName: string,
  lastName: string,
  has: DemoAccount["has"],
): DemoAccount {
  return { email, password: PASSWORD, role, firstName, lastName, has };
}
