// @ts-check
/** Words of the page that the glossary explains: one click, or Enter, opens their entry. */

/** Open the glossary at an entry: its id, a label's own name, or "" for the whole list. */
export function openTerm(name) {
  document.dispatchEvent(new CustomEvent("turnbench:term", { detail: { term: name } }));
}

/** A word that opens its entry; it looks like the text around it until it is pointed at. */
export function term(name, text, className = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `term ${className}`.trim();
  made.dataset.term = name;
  made.textContent = text;
  made.title = `${text}: what this means`;
  made.setAttribute("aria-haspopup", "dialog");
  // A click leaves the focus where it was, so that Space goes on meaning play.
  made.addEventListener("mousedown", (event) => event.preventDefault());
  made.addEventListener("click", () => openTerm(name));
  return made;
}
