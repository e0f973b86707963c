import type { Limit } from "../http/rate-limit";
import { hashToken } from "./tokens";

const HOUR = 3600;
const QUARTER = 900;

/** CONTRACT.md, ground rules: how often an account may be tried or written to. */
const PER_ACCOUNT = {
  login: { max: 10, seconds: QUARTER },
  /** The current password, asked again inside a session. */
  password: { max: 10, seconds: QUARTER },
  /** Mails after a registration with a known address. */
  register: { max: 5, seconds: HOUR },
  resend: { max: 5, seconds: HOUR },
  recovery: { max: 5, seconds: HOUR },
} as const;

/** How often one caller's address may. */
const PER_ADDRESS = {
  login: { max: 100, seconds: QUARTER },
  register: { max: 100, seconds: HOUR },
  resend: { max: 50, seconds: HOUR },
  recovery: { max: 50, seconds: HOUR },
} as const;

/** The limit of one account, known or not; only a hash of it is kept. */
export function accountLimit(kind: keyof typeof PER_ACCOUNT, account: string): Limit {
  return { key: `${kind}:account:${hashToken(account)}`, ...PER_ACCOUNT[kind] };
}

/** The limit of one caller's address. */
export function addressLimit(kind: keyof typeof PER_ADDRESS, address: string): Limit {
  return { key: `${kind}:address:${hashToken(address)}`, ...PER_ADDRESS[kind] };
}
