// @ts-check
/** Where a chart's inner frame stands on the page, for what is drawn over it. */

const { Bokeh } = /** @type {any} */ (window);

/** The inner frame of the figure of a name: `{left, top, width, height, low, high}` with the ends of its y axis; null before it is laid out. */
export function framePlace(name) {
  for (const document of Bokeh.documents) {
    const plot = document.get_model_by_name(name);
    const view = plot && Bokeh.index.find_one(plot);
    const box = view?.frame?.bbox;
    if (!box || box.width <= 0) continue;
    const { left, top } = view.el.getBoundingClientRect();
    return { left: left + box.left, top: top + box.top, width: box.width, height: box.height, low: plot.y_range.start, high: plot.y_range.end };
  }
  return null;
}
