// @ts-check
/** A chart's face: paints its Bokeh figure in the tokens of the page's theme, names it, and saves it as a picture. */

import { save } from "../export/saving.js";
import { paintsOf } from "./paints.js";

const { Bokeh } = /** @type {any} */ (window);

/** Keep the figure that `model.figure_name` names in the theme's colours until `signal` aborts. */
export function mount({ model, root, signal }) {
  root.hidden = true;
  const draw = () => {
    const plot = figureOf(model.figure_name);
    if (!plot) return;
    const style = getComputedStyle(document.documentElement);
    for (const { target, values } of paintsOf(plot.references(), (token) => style.getPropertyValue(`--${token}`).trim())) {
      target.setv(values, { sync: false });  // a theme is no matter of the server's
    }
    name();
    viewOf(plot)?.request_repaint();
  };
  const name = () => {
    const plot = figureOf(model.figure_name);
    const view = plot && viewOf(plot);
    view?.el.setAttribute("role", "img");
    view?.el.setAttribute("aria-label", model.label);
  };
  const watcher = new MutationObserver(draw);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  signal.addEventListener("abort", () => watcher.disconnect());
  model.on("revision", draw);
  model.on("label", name);
  model.on("msg:custom", (event) => {
    const message = event.data ?? event;
    if (message.type === "save") keep(figureOf(model.figure_name), message);
  });
  draw();
}

function figureOf(name) {
  for (const one of Bokeh.documents) {
    const found = one.get_model_by_name(name);
    if (found) return found;
  }
  return null;
}

function viewOf(plot) {
  return Bokeh.index.find_one(plot);
}

/** Save the figure as a file, as it is seen. */
async function keep(plot, { form, filename }) {
  const view = plot && viewOf(plot);
  if (view) save(await view.export(form, true).to_blob(), filename);
}
