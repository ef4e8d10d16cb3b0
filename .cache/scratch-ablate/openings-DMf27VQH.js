export { t as defaultAnswers, n as opening, r as openingRows, i as openings } from "./openings-n8ivjj1N.js";
