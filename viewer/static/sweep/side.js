// @ts-check
/** Right of the curves: the operating-point card and the list of events. */

import { guardKeys, watchContent } from "../rails/dom.js";
import { Card } from "./card.js";
import { theHand } from "./hand.js";
import { EventsList } from "./events.js";

/** Mount the card and the list. */
export function mount({ model, root, signal }) {
  root.classList.add("rail", "sweep-side");
  const card = new Card(model, signal);
  const list = new EventsList(model, signal);
  root.append(card.element, list.build());
  list.hide();
  guardKeys(root, signal);
  watchContent(model, (content) => {
    theHand()?.answered(content.nonce);
    list.show(content);
  });
}
