/*
 * The address of the registration that was just sent, for the page that follows it. In memory only:
 * it is gone with the tab, and in no storage or address.
 */
let email: string | undefined;

export function rememberRegistered(address: string): void {
  email = address;
}

export function registeredEmail(): string | undefined {
  return email;
}
