/*
 * The address that has just been registered, for the page that follows it. In memory only:
 * it goes with the tab, and is in no storage or URL.
 */
let email: string | undefined;

export function rememberRegistered(address: string): void {
  email = address;
}

export function registeredEmail(): string | undefined {
  return email;
}
