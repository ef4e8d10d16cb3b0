export { t as areaOf, n as rule, r as rules } from "./rules-DwYpz3qK.js";
