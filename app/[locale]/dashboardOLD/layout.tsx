// The archived pages use the layout of the current private area: its header, access check, and policy.
export { default, metadata } from "../dashboard/layout";
