// The archived pages use the layout of the current private area: its header, access check, and security policy.
export { default, metadata } from "../dashboard/layout";
