/**
 * What the HTML report does by itself: filter and keys. It reads the page and nothing else, and writes no markup.
 *
 * Without it the report can be read all the same: steps are `details` elements.
 * @module
 */

export const SCRIPT = `
const steps = [...document.querySelectorAll(".step")];
const text = document.querySelector("#text");
const verdict = document.querySelector("#verdict");
const shown = document.querySelector("#shown");
const open = () => steps.filter((step) => !step.hidden);
function filter() {
  const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const step of steps) {
    const said = step.closest("section").querySelector("h2").textContent + step.textContent;
    const fits = words.every((word) => said.toLowerCase().includes(word));
    const kind = verdict.value === "" || verdict.value === (step.dataset.good === "1" ? "good" : "bad");
    step.hidden = !(fits && kind);
  }
  for (const section of document.querySelectorAll("section[data-steps]")) {
    section.hidden = section.dataset.steps !== "0" && !section.querySelector(".step:not([hidden])");
  }
  shown.textContent = open().length + " of " + steps.length + " steps";
}
function go(by) {
  const list = open();
  const at = list.findIndex((step) => step.contains(document.activeElement));
  const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : Math.min(Math.max(at + by, 0), list.length - 1);
  list[next]?.querySelector("summary").focus();
}
text.addEventListener("input", filter);
verdict.addEventListener("change", filter);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const writes = event.target === text || event.target === verdict;
  if (event.key === "Escape" && writes) { text.value = ""; filter(); event.target.blur(); }
  if (writes) return;
  const keys = {
    j: () => go(1), k: () => go(-1), "/": () => text.focus(),
    e: () => open().forEach((step) => step.open = true), c: () => open().forEach((step) => step.open = false),
  };
  const act = keys[event.key];
  if (act) { event.preventDefault(); act(); }
});
filter();
`;
