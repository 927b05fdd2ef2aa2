// @ts-check
/** The models of the open dialogue, kept in step with the texts they are joined from. */

import { joinModels, parseDecisions, parseVerdicts, withActive } from "./verdicts.js";

const PARTS = ["gold", "decisions", "verdicts"];

/** What Python said of the models of one dialogue. */
export class Models {
  constructor() {
    this.name = "";
    this.picked = [];
    this.clear();
  }

  /** Another dialogue: nothing is known of it yet. */
  clear() {
    this.decisions = [];
    this.verdicts = parseVerdicts("");
    this.all = [];
  }

  /** Take the texts that came together, with the gold as it is now; returns the models that have a lane. */
  take(texts, gold) {
    if ("decisions" in texts) this.decisions = parseDecisions(texts.decisions);
    if ("verdicts" in texts) this.verdicts = parseVerdicts(texts.verdicts);
    if (PARTS.some((name) => name in texts)) this.all = joinModels({ gold, decisions: this.decisions, verdicts: this.verdicts }, this.all);
    if ("picked" in texts) this.picked = texts.picked ? JSON.parse(texts.picked) : [];
    return this.activate("active" in texts ? texts.active : this.name);
  }

  /** Make a model the active one. */
  activate(name) {
    this.name = name;
    return withActive(this.all, name, this.picked);
  }
}
